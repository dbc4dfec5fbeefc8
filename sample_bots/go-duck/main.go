// A bot for hearts-arena.
package main

import "go-duck/arena"

func main() {
	arena.Main(Duck{})
}
