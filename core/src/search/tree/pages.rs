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

use super::entry::{Bucket, Slot};

/// The size of a large page on most processors, and a multiple of the common small page sizes.
#[cfg(target_os = "linux")]
const PAGE: usize = 2 << 20;

/// `MADV_HUGEPAGE` in Linux's `mman.h`.
#[cfg(target_os = "linux")]
const HUGE_PAGES: c_int = 14;

#[cfg(target_os = "linux")]
unsafe extern "C" {
    // From the C library, which the standard library links anyway.
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Slots for this many buckets, and three more to align the first bucket. `None` if the system refuses
/// the memory.
pub(super) fn empty_slots(buckets: usize) -> Option<Box<[Slot]>> {
    let len = buckets.checked_mul(size_of::<Bucket>() / size_of::<Slot>())?.checked_add(3)?;
    // With the alignment of a bucket, the standard library would write the zeros.
    let layout = Layout::array::<Slot>(len).ok()?;
    // SAFETY: the layout is not empty.
    #[expect(clippy::cast_ptr_alignment, reason = "the layout has the alignment of a slot")]
    let start = unsafe { alloc_zeroed(layout) }.cast::<Slot>();
    if start.is_null() {
        return None;
    }
    #[cfg(target_os = "linux")]
    {
        // Only whole pages are advised.
        let before = start.align_offset(PAGE);
        let pages = len.saturating_sub(before) / (PAGE / size_of::<Slot>());
        if pages > 0 {
            // SAFETY: the range is inside the allocation, and the advice does not change its contents.
            unsafe { madvise(start.add(before).cast(), pages * PAGE, HUGE_PAGES) };
        }
    }
    // SAFETY: the allocator gave memory for this many slots, and a slot of zeros is an empty one.
    Some(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)) })
}
