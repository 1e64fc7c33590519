package jcp.gradle;

import java.util.ArrayList;
import java.util.List;

/** What a build script may say in its block {@code jcp}. */
public class JcpExtension {
    private String command = "jcp";
    private List<String> fixtures = new ArrayList<>();
    private String launcherCommand = "execute";
    private String surroundings = "org.jacoco.agent.";

    /** The command jcp: a path, or a name that is looked up like any command. */
    public String getCommand() {
        return command;
    }

    public void setCommand(String command) {
        this.command = command;
    }

    /** Methods that count as marked without the annotation: {@code package.Class.method}. */
    public List<String> getFixtures() {
        return fixtures;
    }

    public void setFixtures(List<String> fixtures) {
        this.fixtures = fixtures;
    }

    /** The launcher's own command for running tests; empty for versions before 1.10, which have none. */
    public String getLauncherCommand() {
        return launcherCommand;
    }

    public void setLauncherCommand(String launcherCommand) {
        this.launcherCommand = launcherCommand;
    }

    /** What runs the tests and is no part of them, by the starts of class names. */
    public String getSurroundings() {
        return surroundings;
    }

    public void setSurroundings(String surroundings) {
        this.surroundings = surroundings;
    }
}
