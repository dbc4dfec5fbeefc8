from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KIND_UNSPECIFIED: _ClassVar[Kind]
    PASS: _ClassVar[Kind]
    PLAY: _ClassVar[Kind]
    BID: _ClassVar[Kind]
    SUIT: _ClassVar[Kind]
    EXPOSE: _ClassVar[Kind]
    MOON: _ClassVar[Kind]
    CALL: _ClassVar[Kind]
    BURY: _ClassVar[Kind]

class Fault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_UNSPECIFIED: _ClassVar[Fault]
    TIMEOUT: _ClassVar[Fault]
    ILLEGAL: _ClassVar[Fault]
    DISCONNECTED: _ClassVar[Fault]
    PROTOCOL: _ClassVar[Fault]
    CRASHED: _ClassVar[Fault]
    START_FAILED: _ClassVar[Fault]

class Suit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLUBS: _ClassVar[Suit]
    DIAMONDS: _ClassVar[Suit]
    SPADES: _ClassVar[Suit]
    HEARTS: _ClassVar[Suit]

class Moon(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OLD_MOON: _ClassVar[Moon]
    NEW_MOON: _ClassVar[Moon]
    CLEAN_SLATE: _ClassVar[Moon]

class Card(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_0C: _ClassVar[Card]
    CARD_2C: _ClassVar[Card]
    CARD_3C: _ClassVar[Card]
    CARD_4C: _ClassVar[Card]
    CARD_5C: _ClassVar[Card]
    CARD_6C: _ClassVar[Card]
    CARD_7C: _ClassVar[Card]
    CARD_8C: _ClassVar[Card]
    CARD_9C: _ClassVar[Card]
    CARD_10C: _ClassVar[Card]
    CARD_11C: _ClassVar[Card]
    CARD_12C: _ClassVar[Card]
    CARD_JC: _ClassVar[Card]
    CARD_QC: _ClassVar[Card]
    CARD_KC: _ClassVar[Card]
    CARD_AC: _ClassVar[Card]
    CARD_0D: _ClassVar[Card]
    CARD_2D: _ClassVar[Card]
    CARD_3D: _ClassVar[Card]
    CARD_4D: _ClassVar[Card]
    CARD_5D: _ClassVar[Card]
    CARD_6D: _ClassVar[Card]
    CARD_7D: _ClassVar[Card]
    CARD_8D: _ClassVar[Card]
    CARD_9D: _ClassVar[Card]
    CARD_10D: _ClassVar[Card]
    CARD_11D: _ClassVar[Card]
    CARD_12D: _ClassVar[Card]
    CARD_JD: _ClassVar[Card]
    CARD_QD: _ClassVar[Card]
    CARD_KD: _ClassVar[Card]
    CARD_AD: _ClassVar[Card]
    CARD_0S: _ClassVar[Card]
    CARD_2S: _ClassVar[Card]
    CARD_3S: _ClassVar[Card]
    CARD_4S: _ClassVar[Card]
    CARD_5S: _ClassVar[Card]
    CARD_6S: _ClassVar[Card]
    CARD_7S: _ClassVar[Card]
    CARD_8S: _ClassVar[Card]
    CARD_9S: _ClassVar[Card]
    CARD_10S: _ClassVar[Card]
    CARD_11S: _ClassVar[Card]
    CARD_12S: _ClassVar[Card]
    CARD_JS: _ClassVar[Card]
    CARD_QS: _ClassVar[Card]
    CARD_KS: _ClassVar[Card]
    CARD_AS: _ClassVar[Card]
    CARD_0H: _ClassVar[Card]
    CARD_2H: _ClassVar[Card]
    CARD_3H: _ClassVar[Card]
    CARD_4H: _ClassVar[Card]
    CARD_5H: _ClassVar[Card]
    CARD_6H: _ClassVar[Card]
    CARD_7H: _ClassVar[Card]
    CARD_8H: _ClassVar[Card]
    CARD_9H: _ClassVar[Card]
    CARD_10H: _ClassVar[Card]
    CARD_11H: _ClassVar[Card]
    CARD_12H: _ClassVar[Card]
    CARD_JH: _ClassVar[Card]
    CARD_QH: _ClassVar[Card]
    CARD_KH: _ClassVar[Card]
    CARD_AH: _ClassVar[Card]
    CARD_JOKER_1: _ClassVar[Card]
    CARD_JOKER_2: _ClassVar[Card]
    CARD_JOKER_3: _ClassVar[Card]
    CARD_JOKER_4: _ClassVar[Card]
KIND_UNSPECIFIED: Kind
PASS: Kind
PLAY: Kind
BID: Kind
SUIT: Kind
EXPOSE: Kind
MOON: Kind
CALL: Kind
BURY: Kind
FAULT_UNSPECIFIED: Fault
TIMEOUT: Fault
ILLEGAL: Fault
DISCONNECTED: Fault
PROTOCOL: Fault
CRASHED: Fault
START_FAILED: Fault
CLUBS: Suit
DIAMONDS: Suit
SPADES: Suit
HEARTS: Suit
OLD_MOON: Moon
NEW_MOON: Moon
CLEAN_SLATE: Moon
CARD_0C: Card
CARD_2C: Card
CARD_3C: Card
CARD_4C: Card
CARD_5C: Card
CARD_6C: Card
CARD_7C: Card
CARD_8C: Card
CARD_9C: Card
CARD_10C: Card
CARD_11C: Card
CARD_12C: Card
CARD_JC: Card
CARD_QC: Card
CARD_KC: Card
CARD_AC: Card
CARD_0D: Card
CARD_2D: Card
CARD_3D: Card
CARD_4D: Card
CARD_5D: Card
CARD_6D: Card
CARD_7D: Card
CARD_8D: Card
CARD_9D: Card
CARD_10D: Card
CARD_11D: Card
CARD_12D: Card
CARD_JD: Card
CARD_QD: Card
CARD_KD: Card
CARD_AD: Card
CARD_0S: Card
CARD_2S: Card
CARD_3S: Card
CARD_4S: Card
CARD_5S: Card
CARD_6S: Card
CARD_7S: Card
CARD_8S: Card
CARD_9S: Card
CARD_10S: Card
CARD_11S: Card
CARD_12S: Card
CARD_JS: Card
CARD_QS: Card
CARD_KS: Card
CARD_AS: Card
CARD_0H: Card
CARD_2H: Card
CARD_3H: Card
CARD_4H: Card
CARD_5H: Card
CARD_6H: Card
CARD_7H: Card
CARD_8H: Card
CARD_9H: Card
CARD_10H: Card
CARD_11H: Card
CARD_12H: Card
CARD_JH: Card
CARD_QH: Card
CARD_KH: Card
CARD_AH: Card
CARD_JOKER_1: Card
CARD_JOKER_2: Card
CARD_JOKER_3: Card
CARD_JOKER_4: Card

class BotMessage(_message.Message):
    __slots__ = ("hello", "ready", "answers")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    ready: Ready
    answers: Answers
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., answers: _Optional[_Union[Answers, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("token", "protocol", "client")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    token: str
    protocol: int
    client: str
    def __init__(self, token: _Optional[str] = ..., protocol: _Optional[int] = ..., client: _Optional[str] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Answers(_message.Message):
    __slots__ = ("actions",)
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[Action]
    def __init__(self, actions: _Optional[_Iterable[_Union[Action, _Mapping]]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("turn", "choice")
    TURN_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    turn: int
    choice: bytes
    def __init__(self, turn: _Optional[int] = ..., choice: _Optional[bytes] = ...) -> None: ...

class RefereeMessage(_message.Message):
    __slots__ = ("welcome", "game_starts", "faults", "deal_ends", "game_ends", "turns", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    GAME_STARTS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    DEAL_ENDS_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    game_starts: _containers.RepeatedCompositeFieldContainer[GameStart]
    faults: _containers.RepeatedCompositeFieldContainer[FaultNotice]
    deal_ends: _containers.RepeatedCompositeFieldContainer[DealEnd]
    game_ends: _containers.RepeatedCompositeFieldContainer[GameEnd]
    turns: _containers.RepeatedCompositeFieldContainer[Turn]
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., game_starts: _Optional[_Iterable[_Union[GameStart, _Mapping]]] = ..., faults: _Optional[_Iterable[_Union[FaultNotice, _Mapping]]] = ..., deal_ends: _Optional[_Iterable[_Union[DealEnd, _Mapping]]] = ..., game_ends: _Optional[_Iterable[_Union[GameEnd, _Mapping]]] = ..., turns: _Optional[_Iterable[_Union[Turn, _Mapping]]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "rules", "time", "max_faults")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    MAX_FAULTS_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    rules: _containers.RepeatedCompositeFieldContainer[Rules]
    time: TimeControl
    max_faults: int
    def __init__(self, protocol: _Optional[int] = ..., rules: _Optional[_Iterable[_Union[Rules, _Mapping]]] = ..., time: _Optional[_Union[TimeControl, _Mapping]] = ..., max_faults: _Optional[int] = ...) -> None: ...

class Rules(_message.Message):
    __slots__ = ("id", "name", "seats", "pack", "points", "points_imaginary", "high_is_good", "parameters")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PACK_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_IMAGINARY_FIELD_NUMBER: _ClassVar[int]
    HIGH_IS_GOOD_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    seats: int
    pack: bytes
    points: _containers.RepeatedScalarFieldContainer[int]
    points_imaginary: _containers.RepeatedScalarFieldContainer[int]
    high_is_good: bool
    parameters: str
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., seats: _Optional[int] = ..., pack: _Optional[bytes] = ..., points: _Optional[_Iterable[int]] = ..., points_imaginary: _Optional[_Iterable[int]] = ..., high_is_good: _Optional[bool] = ..., parameters: _Optional[str] = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("move_seconds", "bank_seconds", "increment_seconds", "start_seconds")
    MOVE_SECONDS_FIELD_NUMBER: _ClassVar[int]
    BANK_SECONDS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    START_SECONDS_FIELD_NUMBER: _ClassVar[int]
    move_seconds: float
    bank_seconds: float
    increment_seconds: float
    start_seconds: float
    def __init__(self, move_seconds: _Optional[float] = ..., bank_seconds: _Optional[float] = ..., increment_seconds: _Optional[float] = ..., start_seconds: _Optional[float] = ...) -> None: ...

class GameStart(_message.Message):
    __slots__ = ("table", "rules", "seat")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table: int
    rules: int
    seat: int
    def __init__(self, table: _Optional[int] = ..., rules: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("id", "table", "rules", "seat", "kind", "options", "least", "most", "time_left", "observation")
    ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    id: int
    table: int
    rules: int
    seat: int
    kind: Kind
    options: bytes
    least: int
    most: int
    time_left: float
    observation: Observation
    def __init__(self, id: _Optional[int] = ..., table: _Optional[int] = ..., rules: _Optional[int] = ..., seat: _Optional[int] = ..., kind: _Optional[_Union[Kind, str]] = ..., options: _Optional[bytes] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., time_left: _Optional[float] = ..., observation: _Optional[_Union[Observation, _Mapping]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("deal", "dealer", "hand", "exchange_to", "passed", "received", "received_from", "plays", "play_seats", "trick_starts", "trick_winners", "broken", "taken", "taken_imaginary", "totals", "totals_imaginary", "kitty", "kitty_size", "stock_size", "hand_sizes", "exposed", "exposed_seats", "bids", "bid_seats", "penalty_suit", "led_suit", "declarer", "partner", "chips", "pool", "lives")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_TO_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FROM_FIELD_NUMBER: _ClassVar[int]
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    PLAY_SEATS_FIELD_NUMBER: _ClassVar[int]
    TRICK_STARTS_FIELD_NUMBER: _ClassVar[int]
    TRICK_WINNERS_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_IMAGINARY_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    TOTALS_IMAGINARY_FIELD_NUMBER: _ClassVar[int]
    KITTY_FIELD_NUMBER: _ClassVar[int]
    KITTY_SIZE_FIELD_NUMBER: _ClassVar[int]
    STOCK_SIZE_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    EXPOSED_FIELD_NUMBER: _ClassVar[int]
    EXPOSED_SEATS_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    BID_SEATS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_SUIT_FIELD_NUMBER: _ClassVar[int]
    LED_SUIT_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    LIVES_FIELD_NUMBER: _ClassVar[int]
    deal: int
    dealer: int
    hand: bytes
    exchange_to: bytes
    passed: bytes
    received: bytes
    received_from: bytes
    plays: bytes
    play_seats: bytes
    trick_starts: bytes
    trick_winners: bytes
    broken: bool
    taken: _containers.RepeatedScalarFieldContainer[int]
    taken_imaginary: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    totals_imaginary: _containers.RepeatedScalarFieldContainer[int]
    kitty: bytes
    kitty_size: int
    stock_size: int
    hand_sizes: bytes
    exposed: bytes
    exposed_seats: bytes
    bids: _containers.RepeatedScalarFieldContainer[int]
    bid_seats: bytes
    penalty_suit: Suit
    led_suit: Suit
    declarer: int
    partner: int
    chips: _containers.RepeatedScalarFieldContainer[int]
    pool: int
    lives: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, deal: _Optional[int] = ..., dealer: _Optional[int] = ..., hand: _Optional[bytes] = ..., exchange_to: _Optional[bytes] = ..., passed: _Optional[bytes] = ..., received: _Optional[bytes] = ..., received_from: _Optional[bytes] = ..., plays: _Optional[bytes] = ..., play_seats: _Optional[bytes] = ..., trick_starts: _Optional[bytes] = ..., trick_winners: _Optional[bytes] = ..., broken: _Optional[bool] = ..., taken: _Optional[_Iterable[int]] = ..., taken_imaginary: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ..., totals_imaginary: _Optional[_Iterable[int]] = ..., kitty: _Optional[bytes] = ..., kitty_size: _Optional[int] = ..., stock_size: _Optional[int] = ..., hand_sizes: _Optional[bytes] = ..., exposed: _Optional[bytes] = ..., exposed_seats: _Optional[bytes] = ..., bids: _Optional[_Iterable[int]] = ..., bid_seats: _Optional[bytes] = ..., penalty_suit: _Optional[_Union[Suit, str]] = ..., led_suit: _Optional[_Union[Suit, str]] = ..., declarer: _Optional[int] = ..., partner: _Optional[int] = ..., chips: _Optional[_Iterable[int]] = ..., pool: _Optional[int] = ..., lives: _Optional[_Iterable[int]] = ...) -> None: ...

class DealEnd(_message.Message):
    __slots__ = ("table", "points", "points_imaginary", "totals", "totals_imaginary", "plays", "play_seats")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_IMAGINARY_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    TOTALS_IMAGINARY_FIELD_NUMBER: _ClassVar[int]
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    PLAY_SEATS_FIELD_NUMBER: _ClassVar[int]
    table: int
    points: _containers.RepeatedScalarFieldContainer[int]
    points_imaginary: _containers.RepeatedScalarFieldContainer[int]
    totals: _containers.RepeatedScalarFieldContainer[int]
    totals_imaginary: _containers.RepeatedScalarFieldContainer[int]
    plays: bytes
    play_seats: bytes
    def __init__(self, table: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., points_imaginary: _Optional[_Iterable[int]] = ..., totals: _Optional[_Iterable[int]] = ..., totals_imaginary: _Optional[_Iterable[int]] = ..., plays: _Optional[bytes] = ..., play_seats: _Optional[bytes] = ...) -> None: ...

class GameEnd(_message.Message):
    __slots__ = ("table", "ranks")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    table: int
    ranks: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, table: _Optional[int] = ..., ranks: _Optional[_Iterable[int]] = ...) -> None: ...

class FaultNotice(_message.Message):
    __slots__ = ("fault", "reason", "table", "turn", "faults")
    FAULT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    fault: Fault
    reason: str
    table: int
    turn: int
    faults: int
    def __init__(self, fault: _Optional[_Union[Fault, str]] = ..., reason: _Optional[str] = ..., table: _Optional[int] = ..., turn: _Optional[int] = ..., faults: _Optional[int] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...
