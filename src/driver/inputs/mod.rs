//! What the commands read: options, the application and its class path, the JDK, regions, jars and checkpoints of before.
//!
//! | module | does |
//! |---|---|
//! | [`options`] | the options of the commands that instrument |
//! | [`application`] | which jars and which main class make up the program |
//! | [`nested`] | executable jars that hold their class path as entries of themselves |
//! | [`class_path`] | what the class path holds |
//! | [`jdk`] | finds the JDK to analyse against and to run on |
//! | [`java_paths`] | paths that a JVM cannot use |
//! | [`loaded`] | an application that has been read, and the planner's task |
//! | [`regions`] | the regions that the options name |
//! | [`answers`] | the cache folder's answers about programs |
//! | [`summaries`] | the cache folder for what is known of JDKs |
//! | [`sources`] | sources of classes, in folders and jars |
//! | [`names`] | what the frames of a checkpoint are called |
//! | [`facts`] | what the run did that left a checkpoint |
//! | [`reached`] | which files of the class path that run opened |
//! | [`trust`] | whether a checkpoint is one of the user's, as a replay will ask; the key |
//!
//! Invariant: nothing here imports outputs, runs or commands.

mod answers;
pub mod application;
pub mod class_path;
pub mod facts;
pub mod java_paths;
pub mod jdk;
pub mod loaded;
pub mod names;
pub mod nested;
pub mod options;
pub mod reached;
pub mod regions;
pub mod sources;
pub mod summaries;
pub mod trust;
