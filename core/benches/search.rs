//! Single-threaded searches for a value.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::{Find, Position, Rules, Size, Start};

/// Searches the diagonal start, and asserts its value and that at most `most` positions are
/// searched.
fn start(criterion: &mut Criterion, size: &str, value: i32, most: u64) {
    let size: Size = size.parse().expect("a size");
    let position = Position::start(size, Start::Diagonal);
    let question = Question::usual(position, Rules::default()).with_goal(Find::BestMove);
    let limits = Limits::single(256 << 20);
    criterion.bench_function(&format!("value and line of {size}"), |bencher| {
        bencher.iter(|| {
            let found = answer(&black_box(question), &Sources::SEARCH, &limits, &());
            let found = found.expect("there is memory");
            assert_eq!(found.value(), Some(value));
            assert!(found.nodes() <= most, "{} positions", found.nodes());
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
