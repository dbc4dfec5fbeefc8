// Package arena connects a bot to the referee of hearts-arena: write a Bot, call Main.
package arena

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	pb "go-duck/refereepb"
)

// Bot is a player. Act answers a turn with between Least and Most of its Options; the other methods
// are news. Embed Base to ignore them.
type Bot interface {
	Act(turn *Turn) []byte
	// Welcome tells the rules and limits of the session, at each connection; the start limit still
	// runs.
	Welcome(*pb.Welcome)
	GameStart(*pb.GameStart)
	DealEnd(*pb.DealEnd)
	GameEnd(*pb.GameEnd)
	Fault(*pb.FaultNotice)
}

// Base ignores all news but faults, which go to the log.
type Base struct{}

// Welcome ignores the rules.
func (Base) Welcome(*pb.Welcome) {}

// GameStart ignores that you sit down at a table.
func (Base) GameStart(*pb.GameStart) {}

// DealEnd ignores the points and cards of a deal that is over.
func (Base) DealEnd(*pb.DealEnd) {}

// GameEnd ignores the ranks of a game that is over.
func (Base) GameEnd(*pb.GameEnd) {}

// Fault logs what the referee charged you with.
func (Base) Fault(notice *pb.FaultNotice) {
	where := ""
	if notice.Turn != 0 {
		where = fmt.Sprintf(" at table %d, turn %d", notice.Table, notice.Turn)
	}
	log("fault %d: %s%s: %s", notice.Faults, strings.ToLower(notice.Fault.String()), where, notice.Reason)
}

// Main plays a bot until the referee says goodbye, and exits. The status is 0 after the goodbye, a
// SIGTERM or Ctrl-C, 1 when the referee cannot be reached or refuses, 2 when the address or token is
// missing. They come from -connect and -token or from the environment.
func Main(bot Bot) {
	address := flag.String("connect", os.Getenv("HEARTS_ADDRESS"), "where the referee listens")
	token := flag.String("token", os.Getenv("HEARTS_TOKEN"), "which player you are")
	flag.Parse()
	for _, setting := range []struct{ name, value string }{
		{"HEARTS_ADDRESS", *address}, {"HEARTS_TOKEN", *token},
	} {
		if setting.value == "" {
			log("%s is not set: let `referee play` start this bot,"+
				" or pass -connect HOST:PORT -token TOKEN", setting.name)
			os.Exit(2)
		}
	}
	exitOnSignal()
	if err := Play(context.Background(), bot, *address, *token); err != nil {
		log("%v", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// exitOnSignal ends the program at once, also in the middle of a long thought.
func exitOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		os.Exit(0)
	}()
}

func log(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
}
