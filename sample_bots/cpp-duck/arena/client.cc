#include "arena/client.h"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "referee.grpc.pb.h"

namespace arena {
namespace {

namespace pb = hearts::referee::v1;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kProtocol = 1;
constexpr char kClient[] = "c++ 1.0";
constexpr seconds kConnectLimit{20};
constexpr milliseconds kFirstPause{100};
constexpr milliseconds kLongestPause{500};
// Lost streams in a row, without a turn between them, before the bot gives up.
constexpr int kReconnects = 5;

// Why the program ends early, and with which status.
class Failure : public std::runtime_error {
 public:
  Failure(int status, const std::string& reason) : std::runtime_error(reason), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') {
    throw Failure(2, std::string(name) + " is not set: let `referee play` start this bot");
  }
  return value;
}

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address) {
  grpc::ChannelArguments options;
  options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);  // a proxy would swallow loopback
  options.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kFirstPause.count());
  options.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLongestPause.count());
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), options);
}

// Whether the referee ended the stream in such a way that connecting again is of no use.
bool IsFinal(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::UNIMPLEMENTED:
      return true;
    default:
      return false;
  }
}

// What outlives a stream: the bot, its token, and how often the stream was lost.
class Session {
 public:
  Session(Bot& bot, std::string token) : bot_(bot), token_(std::move(token)) {}

  // Streams lost in a row, without a turn between them, this one included.
  int CountLoss() { return ++losses_; }

  // Holds one stream to its end. None: that was the goodbye; else how it was lost.
  std::optional<grpc::Status> Converse(pb::Referee::Stub& stub) {
    grpc::ClientContext context;
    const auto stream = stub.Play(&context);
    pb::BotMessage message;
    message.mutable_hello()->set_token(token_);
    message.mutable_hello()->set_protocol(kProtocol);
    message.mutable_hello()->set_client(kClient);
    stream->Write(message);
    // A write that fails needs no care: the next read fails too, and Finish tells why.
    for (pb::RefereeMessage news; stream->Read(&news);) {
      if (news.has_welcome()) {
        Welcome(news.welcome());
        message.mutable_ready();
        stream->Write(message);
      }
      TellNews(news);
      if (news.turns_size() > 0) {
        losses_ = 0;
        *message.mutable_answers() = Answer(news);
        stream->Write(message);
      }
      if (news.has_goodbye()) {
        stream->WritesDone();
        return std::nullopt;
      }
    }
    const grpc::Status status = stream->Finish();
    if (!status.ok()) return status;
    return grpc::Status(grpc::StatusCode::UNAVAILABLE,
                        "the referee closed the stream without a goodbye");
  }

 private:
  void Welcome(const pb::Welcome& welcome) {
    rules_.clear();
    for (const pb::Rules& rules : welcome.rules()) rules_.emplace(rules.id(), rules);
    bot_.Welcome(welcome);
  }

  // Passes on everything that wants no answer.
  void TellNews(const pb::RefereeMessage& news) {
    for (const pb::GameStart& start : news.game_starts()) bot_.GameStart(start);
    for (const pb::FaultNotice& notice : news.faults()) bot_.Fault(notice);
    for (const pb::DealEnd& end : news.deal_ends()) bot_.DealEnd(end);
    for (const pb::GameEnd& end : news.game_ends()) bot_.GameEnd(end);
  }

  // All the answers to the turns of one message, in one message.
  pb::Answers Answer(const pb::RefereeMessage& news) {
    std::vector<Turn> turns;
    for (const pb::Turn& turn : news.turns()) turns.emplace_back(turn, rules_.at(turn.rules()));
    const std::vector<Choice> choices = bot_.ActAll(turns);
    pb::Answers answers;
    for (std::size_t index = 0; index < turns.size(); ++index) {
      pb::Action* action = answers.add_actions();
      action->set_turn(turns[index].id());
      action->mutable_choice()->assign(choices.at(index).begin(), choices.at(index).end());
    }
    return answers;
  }

  Bot& bot_;
  std::string token_;
  std::map<std::uint32_t, GameRules> rules_;
  int losses_ = 0;
};

void Play(Bot& bot) {
  const std::string address = Variable("HEARTS_ADDRESS");
  Session session(bot, Variable("HEARTS_TOKEN"));
  const auto channel = OpenChannel(address);
  const auto stub = pb::Referee::NewStub(channel);
  while (true) {
    if (!channel->WaitForConnected(std::chrono::system_clock::now() + kConnectLimit)) {
      throw Failure(1, "no referee answers at " + address + " within " +
                           std::to_string(kConnectLimit.count()) + " s");
    }
    const std::optional<grpc::Status> lost = session.Converse(*stub);
    if (!lost) return;
    const std::string why = lost->error_message();
    if (IsFinal(lost->error_code())) throw Failure(1, "the referee refused: " + why);
    const int losses = session.CountLoss();
    if (losses > kReconnects) {
      throw Failure(1, "lost the referee " + std::to_string(losses) + " times in a row: " + why);
    }
    std::cerr << "connecting again: " << why << std::endl;
    std::this_thread::sleep_for(kFirstPause * losses);
  }
}

}  // namespace

std::vector<Choice> Bot::ActAll(const std::vector<Turn>& turns) {
  std::vector<Choice> choices;
  for (const Turn& turn : turns) choices.push_back(Act(turn));
  return choices;
}

void Bot::Fault(const pb::FaultNotice& notice) {
  std::cerr << "fault " << notice.faults() << ": " << pb::Fault_Name(notice.fault()) << " at table "
            << notice.table() << ", turn " << notice.turn() << ": " << notice.reason() << std::endl;
}

int Run(Bot& bot) {
  for (const int signal : {SIGTERM, SIGINT}) {
    std::signal(signal, [](int) { std::_Exit(0); });
  }
  try {
    Play(bot);
    return 0;
  } catch (const Failure& failure) {
    std::cerr << failure.what() << std::endl;
    return failure.status();
  }
}

}  // namespace arena
