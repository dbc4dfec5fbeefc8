//! One session with the referee: connect, answer every message, leave.

use std::collections::HashMap;
use std::env;
use std::io;
use std::process::{self, ExitCode};
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};

use crate::pb::bot_message::Message;
use crate::pb::referee_client::RefereeClient;
use crate::pb::{self, BotMessage, RefereeMessage};
use crate::rules::GameRules;
use crate::turn::Turn;

const PROTOCOL: u32 = 1;
const CLIENT: &str = concat!("rust ", env!("CARGO_PKG_VERSION"));

const CONNECT_LIMIT: Duration = Duration::from_secs(20);
const GOODBYE_LIMIT: Duration = Duration::from_secs(1);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// Lost streams in a row, without a turn between them, before the bot gives up.
const RECONNECTS: u32 = 5;

/// A player. Write `act`; the other methods are news that you may ignore.
pub trait Bot {
    /// Chooses between `turn.least()` and `turn.most()` of the `turn.options()`.
    fn act(&mut self, turn: &Turn) -> Vec<u8>;

    /// Answers all turns that wait, from all tables, in their order.
    fn act_all(&mut self, turns: &[Turn]) -> Vec<Vec<u8>> {
        turns.iter().map(|turn| self.act(turn)).collect()
    }

    /// The rules and limits of the session, at each connection; the start limit still runs.
    fn welcome(&mut self, _welcome: &pb::Welcome) {}

    /// You sit down at a table.
    fn game_start(&mut self, _start: &pb::GameStart) {}

    /// A deal is over: its points, and all its cards for learning.
    fn deal_end(&mut self, _end: &pb::DealEnd) {}

    /// A game is over: the ranks by seat.
    fn game_end(&mut self, _end: &pb::GameEnd) {}

    /// The referee charged you with a fault. Goes to the log unless you override it.
    fn fault(&mut self, notice: &pb::FaultNotice) {
        let kind = notice.fault().as_str_name().to_lowercase();
        let (number, table, turn) = (notice.faults, notice.table, notice.turn);
        let reason = &notice.reason;
        eprintln!("fault {number}: {kind} at table {table}, turn {turn}: {reason}");
    }
}

/// Plays until the referee says goodbye; returns the status for the end of the program.
///
/// Reads `HEARTS_ADDRESS` and `HEARTS_TOKEN` from the environment. A lost stream is taken up again.
/// The status is 2 when one of them is missing, 1 when the referee cannot be reached or refuses.
/// SIGTERM and Ctrl-C end the program with status 0.
pub fn run(bot: &mut impl Bot) -> ExitCode {
    // The strategy runs on this thread; the worker keeps the connection alive while it thinks.
    let played = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| Failure::new(1, error))
        .and_then(|runtime| runtime.block_on(play(bot)));
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{}", failure.reason);
            ExitCode::from(failure.status)
        }
    }
}

/// Why the program ends early, and with which status.
struct Failure {
    status: u8,
    reason: String,
}

impl Failure {
    fn new(status: u8, reason: impl ToString) -> Self {
        let reason = reason.to_string();
        Self { status, reason }
    }
}

async fn play(bot: &mut impl Bot) -> Result<(), Failure> {
    exit_on_signal().map_err(|error| Failure::new(1, error))?;
    let address = variable("HEARTS_ADDRESS")?;
    let endpoint = endpoint(&address)?;
    let mut session =
        Session { bot, token: variable("HEARTS_TOKEN")?, rules: HashMap::new(), losses: 0 };
    loop {
        let channel = timeout(CONNECT_LIMIT, connect(&endpoint)).await;
        let channel = channel.map_err(|_| {
            let seconds = CONNECT_LIMIT.as_secs();
            Failure::new(1, format!("no referee answers at {address} within {seconds} s"))
        })?;
        let why = match session.converse(channel).await {
            Ok(()) => return Ok(()),
            Err(status) if is_final(status.code()) => {
                let why = status.message();
                return Err(Failure::new(1, format!("the referee refused: {why}")));
            }
            Err(status) => status.message().to_owned(),
        };
        session.losses += 1;
        if session.losses > RECONNECTS {
            let losses = session.losses;
            return Err(Failure::new(
                1,
                format!("lost the referee {losses} times in a row: {why}"),
            ));
        }
        eprintln!("connecting again: {why}");
        sleep(FIRST_PAUSE * session.losses).await;
    }
}

fn exit_on_signal() -> io::Result<()> {
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut signals = signal(kind)?;
        tokio::spawn(async move {
            signals.recv().await;
            process::exit(0);
        });
    }
    Ok(())
}

fn variable(name: &str) -> Result<String, Failure> {
    let value = env::var(name).ok().filter(|value| !value.is_empty());
    value.ok_or_else(|| {
        Failure::new(2, format!("{name} is not set: let `referee play` start this bot"))
    })
}

fn endpoint(address: &str) -> Result<Endpoint, Failure> {
    let is_socket = address.starts_with("unix:");
    let uri = if is_socket { address.to_owned() } else { format!("http://{address}") };
    Endpoint::from_shared(uri).map_err(|error| {
        Failure::new(2, format!("HEARTS_ADDRESS={address} is not unix:PATH or HOST:PORT: {error}"))
    })
}

async fn connect(endpoint: &Endpoint) -> Channel {
    let mut pause = FIRST_PAUSE;
    loop {
        if let Ok(channel) = endpoint.connect().await {
            return channel;
        }
        sleep(pause).await;
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

/// Whether the referee ended the stream in such a way that connecting again is of no use.
fn is_final(code: Code) -> bool {
    matches!(
        code,
        Code::FailedPrecondition
            | Code::InvalidArgument
            | Code::PermissionDenied
            | Code::Unauthenticated
            | Code::Unimplemented
    )
}

/// What outlives a stream: the bot, its token, and how often the stream was lost.
struct Session<'a, B> {
    bot: &'a mut B,
    token: String,
    rules: HashMap<u32, GameRules>,
    losses: u32,
}

impl<B: Bot> Session<'_, B> {
    /// Holds one stream until the goodbye. An error tells how it was lost.
    async fn converse(&mut self, channel: Channel) -> Result<(), Status> {
        let (sender, receiver) = mpsc::channel(2);
        // A send that fails needs no care: the stream is at its end, and the next read tells why.
        let send = async |message| {
            let _ = sender.send(BotMessage { message: Some(message) }).await;
        };
        send(Message::Hello(pb::Hello {
            token: self.token.clone(),
            protocol: PROTOCOL,
            client: CLIENT.to_owned(),
        }))
        .await;
        let answer = RefereeClient::new(channel).play(ReceiverStream::new(receiver)).await?;
        let mut stream = answer.into_inner();
        while let Some(message) = stream.message().await? {
            if let Some(welcome) = &message.welcome {
                let rules = welcome.rules.iter();
                self.rules = rules.map(|rules| (rules.id, GameRules::new(rules.clone()))).collect();
                self.bot.welcome(welcome);
                send(Message::Ready(pb::Ready {})).await;
            }
            self.tell_news(&message);
            if !message.turns.is_empty() {
                self.losses = 0;
                send(Message::Answers(self.answer(&message.turns)?)).await;
            }
            if message.goodbye.is_some() {
                drop(sender); // closes our side; the referee then closes its own
                let _ = timeout(GOODBYE_LIMIT, stream.message()).await;
                return Ok(());
            }
        }
        Err(Status::unavailable("the referee closed the stream without a goodbye"))
    }

    /// Passes on everything that wants no answer.
    fn tell_news(&mut self, message: &RefereeMessage) {
        message.game_starts.iter().for_each(|start| self.bot.game_start(start));
        message.faults.iter().for_each(|notice| self.bot.fault(notice));
        message.deal_ends.iter().for_each(|end| self.bot.deal_end(end));
        message.game_ends.iter().for_each(|end| self.bot.game_end(end));
    }

    /// All the answers to the turns of one message, in one message.
    fn answer(&mut self, asked: &[pb::Turn]) -> Result<pb::Answers, Status> {
        let turns = asked.iter().map(|turn| Some(Turn::new(turn, self.rules.get(&turn.rules)?)));
        let turns: Option<Vec<Turn>> = turns.collect();
        let turns = turns.ok_or_else(|| {
            Status::failed_precondition("it asked under rules that it had not told")
        })?;
        let choices = self.bot.act_all(&turns);
        let actions = turns.iter().zip(choices);
        let actions = actions.map(|(turn, choice)| pb::Action { turn: turn.id(), choice });
        Ok(pb::Answers { actions: actions.collect() })
    }
}
