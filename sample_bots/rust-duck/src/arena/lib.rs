//! The client of the referee: write [`Bot::act`], call [`run`].
//!
//! It holds no strategy, so that a bot of your own can take this folder as it is.

mod cards;
mod client;
mod rules;
mod turn;

/// Messages and client generated from `proto/referee.proto`, which explains them.
pub mod pb {
    tonic::include_proto!("hearts.referee.v1");
}

pub use cards::{Card, HEARTS, JOKER, SECOND_COPY, Seat, rank_of, suit_of};
pub use client::{Bot, run};
pub use pb::Kind;
pub use rules::GameRules;
pub use turn::Turn;
