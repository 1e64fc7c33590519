//! Hands what libFuzzer makes up to [`jcp_fuzz::checkpoint`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jcp_fuzz::checkpoint(data));
