// Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board, with the
// client that openapi-generator's go makes of the description.
package main

import (
	"bytes"
	"context"
	crypto "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"time"

	"client"
)

const (
	password     = "a long ship west"
	mostRequests = 20000
	signature    = "\x89PNG\r\n\x1a\n"
)

// include is what reads of legal actions and replies to actions bring along.
var include = []client.PlayInclude{client.PLAYINCLUDE_REQUESTS, client.PLAYINCLUDE_VIEW}

// ruleset is what is played.
var ruleset = "landnam"

func main() {
	if chosen := os.Getenv("RULESET"); chosen != "" {
		ruleset = chosen
	}
	said, err := play()
	if err != nil {
		var refused *client.GenericOpenAPIError
		if errors.As(err, &refused) {
			err = fmt.Errorf("%w: %s", err, refused.Body())
		}
		fmt.Fprintln(os.Stderr, "go:", err)
		os.Exit(1)
	}
	fmt.Printf("go: a game of %s played to its end %s\n", ruleset, said)
}

// play plays until the game has ended, and says how it did.
func play() (string, error) {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("API")}}
	api := client.NewAPIClient(configuration)
	host, err := account(api, "host")
	if err != nil {
		return "", err
	}
	guest, err := account(api, "guest")
	if err != nil {
		return "", err
	}
	table := client.NewCreateGame(ruleset, 3)
	table.SetBots([]string{"steady"})
	table.SetDealSeats(false)
	game, _, err := api.GamesAPI.CreateGame(host).CreateGame(*table).IdempotencyKey(newKey()).Execute()
	if err != nil {
		return "", err
	}
	if _, _, err := api.GamesAPI.JoinGame(guest, game.Id).JoinGame(*client.NewJoinGame()).Execute(); err != nil {
		return "", err
	}
	// In the order of joining, the bot is second.
	ended, err := toTheEnd(api, map[int32]context.Context{0: host, 2: guest}, game.Id)
	if err != nil {
		return "", err
	}
	size, err := board(host, api, game.Id)
	return ended + "; board " + size, err
}

// turn is what a read or the reply to an action tells a seat: what it may do, ready to send, and how the game stands.
type turn struct {
	version int64
	ready   []client.ActionRequest
	awaited []client.AwaitedDecision
	outcome *client.Outcome
}

// decision is an open decision of any ruleset, with its ready requests.
type decision[D, R any] interface {
	*D
	GetDecision() client.Decision
	GetRequests() []R
}

// ready is every ready request for a decision that the game waits for.
func ready[D, R any, P decision[D, R]](decisions []D, wrapped func(*R) client.ActionRequest) (ready []client.ActionRequest) {
	for i := range decisions {
		decision := P(&decisions[i])
		requests := decision.GetRequests()
		for j := range requests {
			if decision.GetDecision().Blocking {
				ready = append(ready, wrapped(&requests[j]))
			}
		}
	}
	return ready
}

func landnam(decisions []client.LandnamLegalDecision, view *client.LandnamGameView) *turn {
	return &turn{view.Version, ready(decisions, client.LandnamActionRequestAsActionRequest), view.Awaited, view.Outcome}
}

func nord(decisions []client.NordLegalDecision, view *client.NordGameView) *turn {
	return &turn{view.Version, ready(decisions, client.NordActionRequestAsActionRequest), view.Awaited, view.Outcome}
}

func settlers(decisions []client.SettlersLegalDecision, view *client.SettlersGameView) *turn {
	return &turn{view.Version, ready(decisions, client.SettlersActionRequestAsActionRequest), view.Awaited, view.Outcome}
}

// read asks what a seat may do.
func read(api *client.APIClient, player context.Context, game string) (*turn, error) {
	legal, _, err := api.PlayAPI.ListLegalActions(player, game).Include(include).Execute()
	switch {
	case err != nil:
		return nil, err
	case legal.LandnamLegalActions != nil:
		return landnam(legal.LandnamLegalActions.Decisions, legal.LandnamLegalActions.View), nil
	case legal.NordLegalActions != nil:
		return nord(legal.NordLegalActions.Decisions, legal.NordLegalActions.View), nil
	default:
		return settlers(legal.SettlersLegalActions.Decisions, legal.SettlersLegalActions.View), nil
	}
}

// act sends a ready request. Its reply is nil if another was faster.
func act(api *client.APIClient, player context.Context, game string, request client.ActionRequest) (*turn, error) {
	sent := api.PlayAPI.CreateAction(player, game).ActionRequest(request).Include(include).IdempotencyKey(newKey())
	result, response, err := sent.Execute()
	switch {
	case response != nil && response.StatusCode == http.StatusConflict:
		return nil, nil
	case err != nil:
		return nil, err
	case result.LandnamActionResult != nil:
		return landnam(result.LandnamActionResult.Legal, result.LandnamActionResult.View), nil
	case result.NordActionResult != nil:
		return nord(result.NordActionResult.Legal, result.NordActionResult.View), nil
	default:
		return settlers(result.SettlersActionResult.Legal, result.SettlersActionResult.View), nil
	}
}

// tally counts the requests of a game, and those that an action took beside its own within a stretch: since the last
// action of the same seat, if nobody has acted since.
type tally struct {
	requests, actions, stretches, within int
	seat                                 int32
	sent                                 int
	version                              int64
}

func (t *tally) acted(seat int32, before, after int64) {
	t.actions++
	if t.actions > 1 && t.seat == seat && t.version == before {
		t.within += t.requests - t.sent - 1
	} else {
		t.stretches++
	}
	t.seat, t.sent, t.version = seat, t.requests, after
}

func (t *tally) String() string {
	return fmt.Sprintf("%d actions in %d stretches by %d requests (%d within a stretch)", t.actions, t.stretches, t.requests, t.within)
}

// toTheEnd plays until the game has ended. What a seat may do is read when the game may wait for it; from then on, each
// reply brings the next ready requests, until the game waits for others.
func toTheEnd(api *client.APIClient, players map[int32]context.Context, game string) (string, error) {
	var counted tally
	var told *turn
	var err error
	for seat := int32(0); counted.requests < mostRequests; {
		switch {
		case told == nil:
			counted.requests++
			if told, err = read(api, players[seat], game); err != nil {
				return "", err
			}
		case len(told.ready) > 0:
			before := told.version
			counted.requests++
			if told, err = act(api, players[seat], game, told.ready[rand.Intn(len(told.ready))]); err != nil {
				return "", err
			}
			if told != nil {
				counted.acted(seat, before, told.version)
			}
		case told.outcome != nil && counted.within > 0:
			return "", fmt.Errorf("an action took more than its own request: %s", &counted)
		case told.outcome != nil:
			return fmt.Sprintf("by %s: %s, %d seats ranked", told.outcome.EndedBy, &counted, len(told.outcome.Ranking)), nil
		default:
			seat = called(told.awaited, players, seat)
			told = nil
		}
	}
	return "", fmt.Errorf("not over after %s", &counted)
}

// called is a seat of the players for which the game waits; after a pause the same as before, if it waits for others.
func called(awaited []client.AwaitedDecision, players map[int32]context.Context, before int32) int32 {
	for _, one := range awaited {
		if players[one.Seat] != nil && one.Blocking {
			return one.Seat
		}
	}
	time.Sleep(50 * time.Millisecond)
	return before
}

// account makes an account, and is the context of requests with a personal token that plays for it.
func account(api *client.APIClient, role string) (context.Context, error) {
	login := "go-" + ruleset + "-" + role
	registration := client.NewCreateAccount(login+"@example.org", login, password)
	if _, _, err := api.AccountsAPI.CreateAccount(context.Background()).CreateAccount(*registration).Execute(); err != nil {
		return nil, err
	}
	logIn := client.NewCreateSession(login, password)
	session, _, err := api.SessionsAPI.CreateSession(context.Background()).CreateSession(*logIn).Execute()
	if err != nil {
		return nil, err
	}
	scopes := []client.Scope{client.SCOPE_GAMES_READ, client.SCOPE_GAMES_CREATE, client.SCOPE_GAMES_PLAY}
	token := client.NewCreatePersonalToken("player", scopes)
	made, _, err := api.TokensAPI.CreatePersonalToken(bearing(session.AccessToken)).CreatePersonalToken(*token).Execute()
	if err != nil {
		return nil, err
	}
	return bearing(made.Token), nil
}

func bearing(token string) context.Context {
	return context.WithValue(context.Background(), client.ContextAccessToken, token)
}

// board is the size of the picture of the board.
func board(player context.Context, api *client.APIClient, game string) (string, error) {
	file, _, err := api.PicturesAPI.GetBoardPng(player, game).Execute()
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	png, err := os.ReadFile(file.Name())
	if err != nil {
		return "", err
	}
	if len(png) < 10000 || !bytes.HasPrefix(png, []byte(signature)) {
		return "", fmt.Errorf("no picture of a board: %d bytes", len(png))
	}
	width, height := binary.BigEndian.Uint32(png[16:]), binary.BigEndian.Uint32(png[20:])
	if width < 300 || height < 300 {
		return "", fmt.Errorf("no picture of a board: %d × %d", width, height)
	}
	return fmt.Sprintf("%d × %d", width, height), nil
}

// newKey is a name for a request that nobody else has given.
func newKey() string {
	bytes := make([]byte, 16)
	if _, err := crypto.Read(bytes); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", bytes)
}
