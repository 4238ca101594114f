//! Finds the smallest plan in a graph by Lagrangian relaxation.
//!
//! A plan is a set of nodes. It contains the roots and, for each of its nodes, all successors of one
//! choice. Minimising it is a covering problem, which is NP-hard in general but has tight bounds here.
//! Each link from a node to a successor has a price, which the node pays and the successor receives.
//! For any prices, letting each node pick its cheapest choice independently gives a lower bound, and
//! picking the cheapest choices from the roots down gives a plan. A subgradient method raises the
//! prices of nodes that are chosen but not paid for, and lowers the others, until the two bounds meet.
//!
//! The method is due to Held and Karp: "The traveling-salesman problem and minimum spanning trees:
//! Part II", Mathematical Programming 1 (1971).

use super::graph::Graph;
use crate::progress::Progress;

/// A plan in a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Smallest {
    /// Whether each node is in the plan.
    pub(super) has: Vec<bool>,
    /// The number of nodes in the plan.
    pub(super) count: usize,
    /// A lower bound for the number of nodes of any plan in the graph.
    pub(super) at_least: usize,
}

/// After this many rounds without a better bound, the step size is reduced.
const PATIENCE: u32 = 20;

/// How many rounds apart plans are made from the prices.
const ROUNDS_PER_PLAN: usize = 5;

/// The maximum number of rounds, and of rounds times links.
const MOST_ROUNDS: usize = 3000;
const MOST_WORK: usize = 400_000_000;

/// The tolerance for rounding errors when a bound is rounded up.
const EPSILON: f64 = 1e-6;

/// The links from nodes to their successors. Prices have the same indices.
struct Links {
    /// The successor at the end of each link.
    to: Vec<u32>,
    /// The links of each choice of each node.
    choices: Vec<Vec<Vec<u32>>>,
}

impl Links {
    fn new(graph: &Graph) -> Self {
        let mut links = Self { to: Vec::new(), choices: Vec::new() };
        for choices in &graph.choices {
            let begin = links.to.len();
            links.to.extend(choices.iter().flatten());
            links.to[begin..].sort_unstable();
            let mut own = links.to.split_off(begin);
            own.dedup();
            let mut of_choices = Vec::new();
            for choice in choices {
                let places = choice.iter().map(|node| {
                    let place = own.binary_search(node).expect("it is one of them");
                    u32::try_from(begin + place).expect("the number of nodes is limited")
                });
                of_choices.push(places.collect());
            }
            links.choices.push(of_choices);
            links.to.append(&mut own);
        }
        links
    }
}

/// The smallest plan found, with a lower bound.
pub(super) fn smallest(graph: &Graph, progress: &dyn Progress) -> Smallest {
    let links = Links::new(graph);
    let order = leaves_first(graph);
    let mut is_root = vec![false; graph.choices.len()];
    graph.roots.iter().for_each(|&root| is_root[root as usize] = true);
    let mut prices = fair_prices(&links, &order, &is_root);

    let (mut best, mut bound) = (choose(graph, &links, &order, &prices), 0.0_f64);
    let (mut step, mut waited) = (1.0, 0);
    let rounds = MOST_ROUNDS.min(MOST_WORK / links.to.len().max(1));
    for round in 0..=rounds {
        #[expect(clippy::cast_precision_loss, reason = "there are few nodes")]
        let count = best.count as f64;
        let (relaxed, mut slope) = relax(&links, &prices, &is_root);
        if relaxed > bound + EPSILON {
            (bound, waited) = (relaxed, 0);
        } else {
            waited += 1;
            if waited == PATIENCE {
                (step, waited) = (0.7 * step, 0);
            }
        }
        if bound > count - 1.0 + EPSILON || progress.is_stopped() {
            break;
        }
        // Prices of zero do not fall.
        for (slope, price) in slope.iter_mut().zip(&prices) {
            if *price <= 0.0 {
                *slope = slope.max(0.0);
            }
        }
        let length: f64 = slope.iter().map(|slope| slope * slope).sum();
        if length == 0.0 {
            break;
        }
        let factor = step * (count - relaxed) / length;
        for (price, slope) in prices.iter_mut().zip(&slope) {
            *price = (*price + factor * slope).max(0.0);
        }
        if (round + 1).is_multiple_of(ROUNDS_PER_PLAN) {
            let plan = choose(graph, &links, &order, &prices);
            if plan.count < best.count {
                best = plan;
            }
        }
    }
    // It is at most the count.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let at_least = (bound - EPSILON).ceil() as usize;
    Smallest { at_least: at_least.max(graph.roots.len()), ..best }
}

/// All nodes in post-order: each one after its successors.
fn leaves_first(graph: &Graph) -> Vec<u32> {
    let mut order = Vec::new();
    let mut seen = vec![false; graph.choices.len()];
    // A node is popped a second time after all its successors.
    let mut stack: Vec<_> = graph.roots.iter().map(|&root| (root, false)).collect();
    while let Some((node, is_done)) = stack.pop() {
        if is_done {
            order.push(node);
        } else if !std::mem::replace(&mut seen[node as usize], true) {
            stack.push((node, true));
            let next = graph.choices[node as usize].iter().flatten();
            stack.extend(next.filter(|&&next| !seen[next as usize]).map(|&next| (next, false)));
        }
    }
    order
}

/// Initial prices: each node divides its cost equally among its predecessors. The cost is 1 plus the
/// prices it pays itself.
fn fair_prices(links: &Links, order: &[u32], is_root: &[bool]) -> Vec<f64> {
    let mut shares: Vec<_> = is_root.iter().map(|&is_root| f64::from(is_root)).collect();
    links.to.iter().for_each(|&to| shares[to as usize] += 1.0);
    let mut prices = vec![0.0; links.to.len()];
    let mut costs = vec![0.0; is_root.len()];
    for &node in order {
        let choices = &links.choices[node as usize];
        for &link in choices.iter().flatten() {
            let to = links.to[link as usize] as usize;
            prices[link as usize] = costs[to] / shares[to];
        }
        costs[node as usize] = 1.0 + cheapest(choices, |link| prices[link as usize]).1;
    }
    prices
}

/// The index of the cheapest choice, and its cost.
fn cheapest(choices: &[Vec<u32>], price: impl Fn(u32) -> f64) -> (usize, f64) {
    let costs = choices.iter().map(|choice| choice.iter().map(|&link| price(link)).sum::<f64>());
    let cheapest = costs.enumerate().min_by(|one, other| one.1.total_cmp(&other.1));
    cheapest.expect("a move keeps the score")
}

/// The solution of the relaxed problem, in which each node decides independently: a lower bound for
/// the size of any plan, and the subgradient: for each link, 1 if its node pays, minus 1 if its
/// successor takes part.
fn relax(links: &Links, prices: &[f64], is_root: &[bool]) -> (f64, Vec<f64>) {
    let mut income = vec![0.0; is_root.len()];
    for (&to, price) in links.to.iter().zip(prices) {
        income[to as usize] += price;
    }
    let mut bound = 0.0;
    let mut takes_part = vec![false; is_root.len()];
    let mut slope = vec![0.0; prices.len()];
    for (node, choices) in links.choices.iter().enumerate() {
        let (choice, cost) = cheapest(choices, |link| prices[link as usize]);
        let gain = 1.0 + cost - income[node];
        if is_root[node] || gain < 0.0 {
            takes_part[node] = true;
            bound += gain;
            choices[choice].iter().for_each(|&link| slope[link as usize] += 1.0);
        }
    }
    for (slope, &to) in slope.iter_mut().zip(&links.to) {
        if takes_part[to as usize] {
            *slope -= 1.0;
        }
    }
    (bound, slope)
}

/// The plan that takes the cheapest choices from the roots down. Nodes that it already has are free.
fn choose(graph: &Graph, links: &Links, order: &[u32], prices: &[f64]) -> Smallest {
    let mut has = vec![false; graph.choices.len()];
    graph.roots.iter().for_each(|&root| has[root as usize] = true);
    for &node in order.iter().rev() {
        if has[node as usize] {
            let (choice, _) = cheapest(&links.choices[node as usize], |link| {
                if has[links.to[link as usize] as usize] {
                    return 0.0;
                }
                // Among choices with a price of zero, prefer the one with fewer new nodes.
                prices[link as usize] + 1e-3
            });
            graph.choices[node as usize][choice].iter().for_each(|&next| has[next as usize] = true);
        }
    }
    let count = has.iter().filter(|&&has| has).count();
    Smallest { has, count, at_least: 0 }
}
