//! The memory of the transposition table.
//!
//! It comes from the system with zeros in it. Writing them took half a second for 512 MiB, and several
//! seconds on a busy machine, before a search could begin or be stopped.
//!
//! A search probes all parts of its table, but a processor caches the addresses of only a few
//! thousand pages. With pages of 2 MiB rather than 4 KiB, that covers the whole table. It makes 6×6
//! 3 to 6 % faster and FFO 50 2 %. The advice changes neither the contents of the memory nor access
//! to it.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};
// Other systems have no such advice.
#[cfg(target_os = "linux")]
use std::ffi::{c_int, c_void};

use super::entry::Bucket;

/// The size of a large page on most processors, and a multiple of the common small page sizes.
#[cfg(any(test, target_os = "linux"))]
const PAGE: usize = 2 << 20;

/// `MADV_HUGEPAGE` in Linux's `mman.h`.
#[cfg(target_os = "linux")]
const HUGE_PAGES: c_int = 14;

#[cfg(target_os = "linux")]
unsafe extern "C" {
    // From the C library, which the standard library links anyway.
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Empty buckets, at least one. `None` if the system refuses the memory.
pub(super) fn empty_buckets(count: usize) -> Option<Vec<Bucket>> {
    let layout = Layout::array::<Bucket>(count.max(1)).ok()?;
    // SAFETY: the layout is not empty.
    #[expect(clippy::cast_ptr_alignment, reason = "the layout has the alignment of a bucket")]
    let start = unsafe { alloc_zeroed(layout) }.cast::<Bucket>();
    if start.is_null() {
        return None;
    }
    #[cfg(target_os = "linux")]
    {
        let (before, bytes) = whole_pages(start.addr(), layout.size());
        if bytes > 0 {
            // SAFETY: the range is inside the allocation, and the advice does not change its contents.
            unsafe { madvise(start.byte_add(before).cast(), bytes, HUGE_PAGES) };
        }
    }
    // SAFETY: the allocator gave memory for this many buckets, and a bucket of zeros is an empty one.
    Some(unsafe { Vec::from_raw_parts(start, count.max(1), count.max(1)) })
}

/// For `bytes` bytes of memory at an address, the offset of the first whole page and the number of
/// bytes in whole pages.
#[cfg(any(test, target_os = "linux"))]
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
