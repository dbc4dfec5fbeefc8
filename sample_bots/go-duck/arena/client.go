package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "go-duck/refereepb"
)

const (
	protocol    = 1
	client      = "go 1.0"
	connectTime = 20 * time.Second
	// reconnects is how many streams in a row, without a turn between them, may be lost.
	reconnects = 5
)

// final are the codes with which the referee ends a stream when to connect again is of no use.
var final = []codes.Code{
	codes.FailedPrecondition,
	codes.InvalidArgument,
	codes.PermissionDenied,
	codes.Unauthenticated,
	codes.Unimplemented,
}

var errNoGoodbye = errors.New("the referee closed the stream without a goodbye")

// Play connects a bot and plays until the referee says goodbye. A lost stream is taken up again with
// the same token. The error says in one line why that is of no use.
func Play(ctx context.Context, bot Bot, address, token string) error {
	connection, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(), // a proxy in the environment would swallow loopback
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, MaxDelay: 500 * time.Millisecond,
			},
			MinConnectTimeout: connectTime,
		}))
	if err != nil {
		return fmt.Errorf("%s is not an address: %w", address, err)
	}
	defer connection.Close()
	session := session{bot: bot, referee: pb.NewRefereeClient(connection), token: token}
	for {
		if !reach(ctx, connection) {
			return fmt.Errorf("no referee answers at %s within %v", address, connectTime)
		}
		err := session.converse(ctx)
		if err == nil {
			return nil
		}
		why := status.Convert(err).Message()
		if slices.Contains(final, status.Code(err)) {
			return fmt.Errorf("the referee refused: %s", why)
		}
		if session.losses++; session.losses > reconnects {
			return fmt.Errorf("lost the referee %d times in a row: %s", session.losses, why)
		}
		log("connecting again: %s", why)
		time.Sleep(time.Duration(session.losses) * 100 * time.Millisecond)
	}
}

// reach waits for the connection; whether it stands in time.
func reach(ctx context.Context, connection *grpc.ClientConn) bool {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	for {
		state := connection.GetState()
		switch state {
		case connectivity.Ready:
			return true
		case connectivity.Idle:
			connection.Connect()
		}
		if !connection.WaitForStateChange(ctx, state) {
			return false
		}
	}
}

// session is what outlives a stream: the bot, its token, and how often the stream was lost.
type session struct {
	bot     Bot
	referee pb.RefereeClient
	token   string
	losses  int
	rules   map[uint32]*Rules
}

// converse holds one stream until the goodbye. What Send returns does not matter: when it fails,
// the next Recv says why.
func (s *session) converse(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := s.referee.Play(ctx)
	if err != nil {
		return err
	}
	hello := &pb.Hello{Token: s.token, Protocol: protocol, Client: client}
	stream.Send(&pb.BotMessage{Message: &pb.BotMessage_Hello{Hello: hello}})
	for {
		message, err := stream.Recv()
		if err == io.EOF {
			return errNoGoodbye
		}
		if err != nil {
			return err
		}
		if welcome := message.Welcome; welcome != nil {
			if err := s.welcome(welcome); err != nil {
				return err
			}
			stream.Send(&pb.BotMessage{Message: &pb.BotMessage_Ready{Ready: &pb.Ready{}}})
		}
		s.tellNews(message)
		if len(message.Turns) > 0 {
			s.losses = 0
			answers, err := s.answer(message.Turns)
			if err != nil {
				return err
			}
			stream.Send(&pb.BotMessage{Message: &pb.BotMessage_Answers{Answers: answers}})
		}
		if message.Goodbye != nil {
			return stream.CloseSend()
		}
	}
}

func (s *session) welcome(welcome *pb.Welcome) error {
	s.rules = map[uint32]*Rules{}
	for _, message := range welcome.Rules {
		rules, err := NewRules(message)
		if err != nil {
			return status.Error(codes.InvalidArgument, err.Error())
		}
		s.rules[message.Id] = rules
	}
	s.bot.Welcome(welcome)
	return nil
}

// tellNews passes on everything that wants no answer.
func (s *session) tellNews(message *pb.RefereeMessage) {
	for _, start := range message.GameStarts {
		s.bot.GameStart(start)
	}
	for _, notice := range message.Faults {
		s.bot.Fault(notice)
	}
	for _, end := range message.DealEnds {
		s.bot.DealEnd(end)
	}
	for _, end := range message.GameEnds {
		s.bot.GameEnd(end)
	}
}

// answer gives all the answers to the turns of one message, in one message.
func (s *session) answer(turns []*pb.Turn) (*pb.Answers, error) {
	answers := &pb.Answers{Actions: make([]*pb.Action, 0, len(turns))}
	for _, message := range turns {
		rules, known := s.rules[message.Rules]
		if !known {
			return nil, status.Errorf(codes.InvalidArgument,
				"turn %d has rules %d, of which no welcome told", message.Id, message.Rules)
		}
		choice := s.bot.Act(NewTurn(message, rules))
		answers.Actions = append(answers.Actions, &pb.Action{Turn: message.Id, Choice: choice})
	}
	return answers, nil
}
