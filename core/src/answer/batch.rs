//! The same work for many positions or games, several of them at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::Limits;
use crate::progress::Progress;

/// Does `work` for each item, and passes the results to `each` in the order of the items, each as
/// soon as it and all before it are there.
///
/// As long as there are enough items for all threads, each thread has an item and an equal share of
/// the memory to itself. Threads that share a search wait for each other at its end, so this finishes
/// many short searches sooner: with two threads, 30 random endgames with 20 to 22 empty squares take
/// 1/1.9 of the time of one thread instead of 1/1.6. If the work on an item can be `shared` among
/// threads, the items that are left over have all threads, one after another.
///
/// The last few of the others are begun in the order of their expected `cost`, in any unit, so that
/// the threads end at about the same time.
///
/// `work` gets its limits and a listener, which hears of everything while there is a single item.
/// While there are several, each answer is a step.
///
/// # Errors
///
/// The first error of `each`. Work that has begun is then stopped, and no other is begun.
///
/// # Panics
///
/// If `work` panics.
pub fn each_in_order<T: Sync, R: Send, E>(
    items: &[T],
    (limits, shared): (&Limits, bool),
    progress: &dyn Progress,
    cost: impl Fn(&T) -> u64,
    work: impl Fn(&T, &Limits, &dyn Progress) -> R + Sync,
    mut each: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = limits.threads.max(1);
    let left_over = match (threads, shared) {
        (1, _) => items.len(),
        (_, true) => items.len() % threads,
        (_, false) => 0,
    };
    let (alone, together) = items.split_at(items.len() - left_over);
    let own = Limits::single(limits.hash / threads);
    let mut order: Vec<_> = (0..alone.len()).collect();
    let last_few = alone.len().saturating_sub(4 * threads);
    order[last_few..].sort_by_key(|&place| Reverse(cost(&alone[place])));
    let listener = Alone { to: progress, is_over: AtomicBool::new(false) };
    let (begun, (sender, results)) = (AtomicUsize::new(0), channel());
    if !alone.is_empty() {
        progress.begin("answered", Some(alone.len() as u64));
    }
    thread::scope(|scope| {
        for sender in vec![sender; threads.min(alone.len())] {
            let (listener, own, work) = (&listener, &own, &work);
            let (order, begun) = (&order, &begun);
            scope.spawn(move || {
                while !listener.is_over.load(Relaxed) {
                    let Some(&place) = order.get(begun.fetch_add(1, Relaxed)) else { return };
                    // Nobody receives it after an error.
                    let _ = sender.send((place, work(&alone[place], own, listener)));
                }
            });
        }
        let (mut early, mut done) = (BTreeMap::new(), 0);
        for (place, result) in results {
            early.insert(place, result);
            while let Some(result) = early.remove(&done) {
                if let Err(error) = each(&alone[done], result) {
                    listener.is_over.store(true, Relaxed);
                    return Err(error);
                }
                progress.advance(1);
                done += 1;
            }
        }
        // If a thread has panicked, the panic goes on here.
        Ok(())
    })?;
    together.iter().try_for_each(|item| each(item, work(item, limits, progress)))
}

/// The listener of a search that is one of several.
#[derive(Debug)]
struct Alone<'a> {
    to: &'a dyn Progress,
    is_over: AtomicBool,
}

impl Progress for Alone<'_> {
    fn is_stopped(&self) -> bool {
        self.is_over.load(Relaxed) || self.to.is_stopped()
    }

    fn left(&self) -> Duration {
        self.to.left()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;

    use super::*;

    const LIMITS: Limits = Limits::new(600, 2);

    /// The items that `each` has seen, with the limits of their work.
    fn limits_of(count: u32, threads: usize, shared: bool) -> Vec<(u32, Limits)> {
        let (items, mut seen) = ((0..count).collect::<Vec<_>>(), Vec::new());
        let limits = Limits::new(600, threads);
        let work = |_: &u32, own: &Limits, _: &dyn Progress| *own;
        let done = each_in_order(
            &items,
            (&limits, shared),
            &(),
            |_| 0,
            work,
            |&item, own| {
                seen.push((item, own));
                Ok::<_, ()>(())
            },
        );
        assert_eq!(done, Ok(()));
        seen
    }

    #[test]
    fn each_thread_has_an_item_and_those_left_over_have_all_threads() {
        for (count, threads, shared, alone) in [
            (7, 3, true, 6),
            (7, 3, false, 7),
            (6, 3, true, 6),
            (2, 3, true, 0),
            (3, 1, false, 0),
            (0, 4, true, 0),
        ] {
            let own = |item| if item < alone { (200, 1) } else { (600, threads) };
            let expected: Vec<_> = (0..count)
                .map(|item| (item, own(item)))
                .map(|(item, (hash, threads))| (item, Limits::new(hash, threads)))
                .collect();
            assert_eq!(
                limits_of(count, threads, shared),
                expected,
                "{count} items, {threads} threads"
            );
        }
    }

    /// The first two items wait for each other, so each has its thread. The first ends after the second.
    #[test]
    fn results_are_in_the_order_of_the_items() {
        let (first_two, third_begun) = (Barrier::new(2), Barrier::new(2));
        let work = |&item: &u32, _: &Limits, _: &dyn Progress| {
            if item < 2 {
                first_two.wait();
            }
            // The first waits until the other thread has finished the second and begun the third.
            if item == 0 || item == 2 {
                third_begun.wait();
            }
            10 * item
        };
        let mut seen = Vec::new();
        let done = each_in_order(
            &[0, 1, 2, 3],
            (&LIMITS, true),
            &(),
            |_| 0,
            work,
            |&item, result| {
                seen.push((item, result));
                Ok::<_, ()>(())
            },
        );
        assert_eq!((done, seen), (Ok(()), vec![(0, 0), (1, 10), (2, 20), (3, 30)]));
    }

    #[test]
    fn an_error_stops_the_work_that_has_begun() {
        let work = |&item: &u32, _: &Limits, progress: &dyn Progress| {
            while item > 0 && !progress.is_stopped() {}
            item
        };
        let items: Vec<_> = (0..1000).collect();
        let done =
            each_in_order(&items, (&LIMITS, true), &(), |_| 0, work, |_, result| Err(result));
        assert_eq!(done, Err(0));
    }

    #[test]
    fn a_panic_goes_on() {
        let work = |&item: &u32, _: &Limits, _: &dyn Progress| assert_ne!(item, 1);
        let limits = (&LIMITS, true);
        let run =
            || each_in_order(&[0, 1, 2, 3], limits, &(), |_| 0, work, |_, ()| Ok::<_, ()>(()));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
