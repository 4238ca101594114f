//! Single-threaded searches for a value.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use othello_core::{Position, SearchOptions, Size, Start, search};

/// Searches the diagonal start, and asserts its value and that at most `most` positions are
/// searched.
fn start(criterion: &mut Criterion, size: &str, value: i32, most: u64) {
    let size: Size = size.parse().expect("a size");
    let position = Position::start(size, Start::Diagonal);
    criterion.bench_function(&format!("value and line of {size}"), |bencher| {
        bencher.iter(|| {
            let result = search(black_box(position), &SearchOptions::default(), &());
            assert_eq!(result.value(), Some(value));
            assert!(result.nodes <= most, "{} positions", result.nodes);
        });
    });
}

fn starts(criterion: &mut Criterion) {
    start(criterion, "4x4", -8, 500);
    start(criterion, "6x4", 16, 100_000);
    start(criterion, "4x8", 29, 10_000_000);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = starts
}
criterion_main!(benches);
