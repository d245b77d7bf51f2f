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
	"net/http"
	"os"
	"time"

	"client"
)

const (
	password    = "a long ship west"
	mostActions = 5000
	signature   = "\x89PNG\r\n\x1a\n"
)

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
	game, _, err := api.GamesAPI.CreateGame(host).CreateGame(*table).IdempotencyKey(newKey()).Execute()
	if err != nil {
		return "", err
	}
	if _, _, err := api.GamesAPI.JoinGame(guest, game.Id).JoinGame(*client.NewJoinGame()).Execute(); err != nil {
		return "", err
	}
	tried, done, kinds := 0, 0, map[string]bool{}
	for tried < mostActions {
		asked := false
		for _, player := range []context.Context{host, guest} {
			legal, _, err := api.PlayAPI.ListLegalActions(player, game.Id).Execute()
			if err != nil {
				return "", err
			}
			answer, kind := choose(legal)
			if answer == nil {
				continue
			}
			asked = true
			tried++
			_, response, err := api.PlayAPI.CreateAction(player, game.Id).ActionRequest(*answer).IdempotencyKey(newKey()).Execute()
			switch {
			case err == nil:
				done++
				kinds[kind] = true
			case response != nil && (response.StatusCode == http.StatusConflict || response.StatusCode == http.StatusUnprocessableEntity):
				// Another was faster; or bounds of single fields, which can't say everything, were kept and yet it is refused.
			default:
				return "", err
			}
		}
		if asked {
			continue
		}
		view, _, err := api.PlayAPI.GetGameView(host, game.Id).Execute()
		if err != nil {
			return "", err
		}
		if outcome := outcomeOf(view); outcome != nil {
			size, err := board(host, api, game.Id)
			return fmt.Sprintf("by %s: %d actions of %d kinds, %d seats ranked; board %s",
				outcome.EndedBy, done, len(kinds), len(outcome.Ranking), size), err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", fmt.Errorf("not over after %d actions, of which %d were taken", tried, done)
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

// outcomeOf is how a game ended; nil before.
func outcomeOf(view *client.GameView) *client.Outcome {
	switch {
	case view.LandnamGameView != nil:
		return view.LandnamGameView.Outcome
	case view.SettlersGameView != nil:
		return view.SettlersGameView.Outcome
	default:
		return view.NordGameView.Outcome
	}
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
