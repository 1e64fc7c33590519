//! Hands what libFuzzer makes up to [`jcp_fuzz::manifest`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jcp_fuzz::manifest(data));
