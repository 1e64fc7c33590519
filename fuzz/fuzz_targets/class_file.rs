//! Hands what libFuzzer makes up to [`jcp_fuzz::class_file`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jcp_fuzz::class_file(data));
