//! Large pages of memory for the transposition table.
//!
//! A search probes all parts of its table, but a processor caches the addresses of only a few
//! thousand pages. With pages of 2 MiB rather than 4 KiB, that covers the whole table. It makes 6×6
//! 3 to 6 % faster and FFO 50 2 %.
//!
//! The only unsafe code is the call that passes the address of the memory to the system. The advice
//! changes neither the contents of the memory nor access to it.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;

/// The size of a large page on most processors, and a multiple of the common small page sizes.
const PAGE: usize = 2 << 20;

/// `MADV_HUGEPAGE` in Linux's `mman.h`.
const HUGE_PAGES: c_int = 14;

unsafe extern "C" {
    // From the C library, which the standard library links anyway.
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Asks Linux to use large pages for this memory when it is first written to. If Linux does not,
/// the search is only slower.
pub(super) fn prefer_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    let start = memory.as_mut_ptr();
    let (before, bytes) = whole_pages(start.addr(), size_of_val(memory));
    if bytes > 0 {
        // SAFETY: the range is inside `memory`, and the advice does not change its contents.
        unsafe { madvise(start.byte_add(before).cast(), bytes, HUGE_PAGES) };
    }
}

/// For `bytes` bytes of memory at an address, the offset of the first whole page and the number of
/// bytes in whole pages.
fn whole_pages(address: usize, bytes: usize) -> (usize, usize) {
    let before = address.wrapping_neg() % PAGE;
    let rest = bytes.saturating_sub(before);
    (before, rest - rest % PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pages_are_requested() {
        assert_eq!(whole_pages(3 * PAGE, 2 * PAGE), (0, 2 * PAGE));
        assert_eq!(whole_pages(3 * PAGE, 2 * PAGE - 1), (0, PAGE));
        assert_eq!(whole_pages(3 * PAGE + 1, 2 * PAGE), (PAGE - 1, PAGE));
        assert_eq!(whole_pages(3 * PAGE - 16, PAGE + 16), (16, PAGE));
        assert_eq!(whole_pages(3 * PAGE - 16, PAGE + 15).1, 0);
        assert_eq!(whole_pages(16, 8).1, 0);
        assert_eq!(whole_pages(0, 0).1, 0);
    }
}
