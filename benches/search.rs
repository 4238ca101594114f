//! The search for a value, on one thread.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use othello_solver::{
    Board4x4, Position, Rect, SearchMonitor, SearchOptions, Shape, Start, search,
};

/// Searches for the value of the diagonal start and asserts it, and that no
/// more positions are looked at than `most`.
fn start<S: Shape>(criterion: &mut Criterion, name: &str, value: i32, most: u64) {
    let position = Position::<S>::start(Start::Diagonal);
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let options = SearchOptions::default();
            let result = search(black_box(position), &options, &SearchMonitor::default());
            assert_eq!(result.value(), Some(value));
            assert!(result.nodes <= most, "{} positions", result.nodes);
        });
    });
}

fn starts(criterion: &mut Criterion) {
    start::<Board4x4>(criterion, "value and line of 4x4", -8, 500);
    start::<Rect<u32, 6, 4>>(criterion, "value and line of 6x4", 16, 100_000);
    start::<Rect<u32, 4, 8>>(criterion, "value and line of 4x8", 29, 10_000_000);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = starts
}
criterion_main!(benches);
