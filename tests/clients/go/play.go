// Plays a game of any title with the client that openapi-generator makes of the description.
//
// Knows no rules: it does what is listed as legal, and fills in what is open within the bounds that are given.
package main

import (
	"context"
	crypto "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"time"

	"client"
)

const (
	password    = "a long ship west"
	mostActions = 5000
	shapes      = 0.1
)

// ruleset is the title that is played.
var ruleset = "landnam"

func main() {
	if chosen := os.Getenv("RULESET"); chosen != "" {
		ruleset = chosen
	}
	player := newPlayer()
	game := Game{player: player, kinds: map[string]bool{}}
	outcome, err := game.play()
	if err != nil {
		fail(err)
	}
	ranking, err := json.Marshal(outcome)
	if err != nil {
		fail(err)
	}
	fmt.Printf("go: a game of %s played to its end with %d actions of %d kinds (%d guesses refused), ranking %s\n",
		ruleset, game.done, len(game.kinds), game.refused, ranking)
}

// fail ends the program with what went wrong, and with what the server said about it.
func fail(err error) {
	said := ""
	var refused *client.GenericOpenAPIError
	if errors.As(err, &refused) {
		said = string(refused.Body())
	}
	fmt.Fprintln(os.Stderr, "go:", err, said)
	os.Exit(1)
}

// Player is somebody with an account, and the tokens that say so.
type Player struct {
	api    *client.APIClient
	tokens *client.Tokens
}

func newPlayer() *Player {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("API")}}
	player := Player{api: client.NewAPIClient(configuration)}
	name := "go-" + ruleset
	registration := client.NewRegistration(name+"@example.org", name, password)
	_, _, err := player.api.AccountsAPI.CreateAccount(context.Background()).Registration(*registration).Execute()
	if err != nil {
		fail(err)
	}
	logIn := client.NewLogIn(name, password)
	player.tokens, _, err = player.api.SessionsAPI.CreateSession(context.Background()).LogIn(*logIn).Execute()
	if err != nil {
		fail(err)
	}
	return &player
}

// me is the context of a request by this player.
func (player *Player) me() context.Context {
	return context.WithValue(context.Background(), client.ContextAccessToken, player.tokens.AccessToken)
}

// refreshed says whether the access token had expired and there is a new one now.
func (player *Player) refreshed(response *http.Response) bool {
	if response == nil || response.StatusCode != http.StatusUnauthorized {
		return false
	}
	refresh := client.NewRefresh(player.tokens.RefreshToken)
	tokens, _, err := player.api.SessionsAPI.RefreshSession(context.Background()).Refresh(*refresh).Execute()
	if err != nil {
		fail(err)
	}
	player.tokens = tokens
	return true
}

// ask asks; with a new token, if the old one has expired.
func ask[A any](player *Player, question func(me context.Context) (A, *http.Response, error)) (A, *http.Response, error) {
	answer, response, err := question(player.me())
	if err != nil && player.refreshed(response) {
		return question(player.me())
	}
	return answer, response, err
}

// Game is a game of this player against two bots.
type Game struct {
	player        *Player
	id            string
	done, refused int
	kinds         map[string]bool
}

// play plays to the end.
func (game *Game) play() (*client.Outcome, error) {
	table := client.NewCreateGame(ruleset, 3)
	table.SetBots([]string{"steady", "steady"})
	made, _, err := ask(game.player, func(me context.Context) (*client.GameDetails, *http.Response, error) {
		return game.player.api.GamesAPI.CreateGame(me).CreateGame(*table).IdempotencyKey(newKey()).Execute()
	})
	if err != nil {
		return nil, err
	}
	game.id = made.Id
	for game.done < mostActions {
		view, _, err := ask(game.player, func(me context.Context) (*client.GameView, *http.Response, error) {
			return game.player.api.PlayAPI.GetView(me, game.id).Execute()
		})
		if err != nil {
			return nil, err
		}
		if outcome := outcomeOf(view); outcome != nil {
			return outcome, nil
		}
		legal, _, err := ask(game.player, func(me context.Context) (*client.LegalActions, *http.Response, error) {
			return game.player.api.PlayAPI.ListLegalActions(me, game.id).Execute()
		})
		if err != nil {
			return nil, err
		}
		if err := game.answer(legal); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("not over after %d actions", game.done)
}

// outcomeOf is how a game of any title ended; nil before.
func outcomeOf(view *client.GameView) *client.Outcome {
	if view.LandnamGameView != nil {
		return view.LandnamGameView.Outcome.Get()
	}
	if view.NordGameView != nil {
		return view.NordGameView.Outcome.Get()
	}
	return view.SettlersGameView.Outcome.Get()
}

// Asked is a decision with its answers, whatever the title; a client for one title takes its form as it is.
type Asked struct {
	decision client.Decision
	actions  []any
	shapes   []Shape
}

// Shape is an action with fields to fill in.
type Shape struct {
	action any
	fields []client.Field
}

// decisions is everything that is open, in the form of any title.
func decisions(legal *client.LegalActions) (asked []Asked) {
	if of := legal.LandnamLegalActions; of != nil {
		for _, one := range of.Decisions {
			decision := Asked{decision: one.Decision, actions: listed(one.Actions)}
			for _, shape := range one.Shapes {
				decision.shapes = append(decision.shapes, Shape{shape.Action, shape.Fields})
			}
			asked = append(asked, decision)
		}
	}
	if of := legal.NordLegalActions; of != nil {
		for _, one := range of.Decisions {
			decision := Asked{decision: one.Decision, actions: listed(one.Actions)}
			for _, shape := range one.Shapes {
				decision.shapes = append(decision.shapes, Shape{shape.Action, shape.Fields})
			}
			asked = append(asked, decision)
		}
	}
	if of := legal.SettlersLegalActions; of != nil {
		for _, one := range of.Decisions {
			decision := Asked{decision: one.Decision, actions: listed(one.Actions)}
			for _, shape := range one.Shapes {
				decision.shapes = append(decision.shapes, Shape{shape.Action, shape.Fields})
			}
			asked = append(asked, decision)
		}
	}
	return asked
}

func listed[A any](actions []A) (all []any) {
	for _, action := range actions {
		all = append(all, action)
	}
	return all
}

// answer does something that is listed, or waits when nothing is asked.
func (game *Game) answer(legal *client.LegalActions) error {
	var asked []Asked
	for _, one := range decisions(legal) {
		if one.decision.Blocking {
			asked = append(asked, one)
		}
	}
	if len(asked) == 0 {
		time.Sleep(100 * time.Millisecond)
		return nil
	}
	return game.act(asked[rand.Intn(len(asked))])
}

func (game *Game) act(asked Asked) error {
	shaped := len(asked.shapes) > 0 && (len(asked.actions) == 0 || rand.Float64() < shapes)
	var action any
	if shaped {
		var err error
		if action, err = filled(asked.shapes[rand.Intn(len(asked.shapes))]); err != nil {
			return err
		}
	} else {
		action = asked.actions[rand.Intn(len(asked.actions))]
	}
	answer, kind, err := answerWith(asked.decision.Id, action)
	if err != nil {
		return err
	}
	key := newKey()
	_, response, err := ask(game.player, func(me context.Context) (*client.ActionResult, *http.Response, error) {
		return game.player.api.PlayAPI.CreateAction(me, game.id).Answer(answer).IdempotencyKey(key).Execute()
	})
	switch {
	case err == nil:
		game.done++
		game.kinds[kind] = true
	case response != nil && response.StatusCode == http.StatusConflict:
	case response != nil && response.StatusCode == http.StatusUnprocessableEntity && shaped:
		// Bounds of single fields can't say everything; a listed action is never refused.
		game.refused++
	default:
		return err
	}
	return nil
}

// answerWith is the body that answers a decision, in the form of the title, and the type of its action.
func answerWith(decision string, action any) (answer client.Answer, kind string, err error) {
	text, err := json.Marshal(map[string]any{"ruleset": ruleset, "decision": decision, "action": action})
	if err != nil {
		return answer, "", err
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return answer, "", err
	}
	if answer.LandnamAnswer != nil {
		return answer, fmt.Sprintf("%T", answer.LandnamAnswer.Action.GetActualInstance()), nil
	}
	if answer.NordAnswer != nil {
		return answer, fmt.Sprintf("%T", answer.NordAnswer.Action.GetActualInstance()), nil
	}
	return answer, fmt.Sprintf("%T", answer.SettlersAnswer.Action.GetActualInstance()), nil
}

// filled is the action with every open field set to something within its bounds.
func filled(shape Shape) (map[string]any, error) {
	text, err := json.Marshal(shape.action)
	if err != nil {
		return nil, err
	}
	members := map[string]any{}
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	for _, field := range shape.fields {
		switch {
		case field.FieldInteger != nil:
			members[field.FieldInteger.Name] = between(field.FieldInteger.Min, field.FieldInteger.Max)
		case field.FieldSeats != nil:
			among := append([]int32{}, field.FieldSeats.Of...)
			rand.Shuffle(len(among), func(i, j int) { among[i], among[j] = among[j], among[i] })
			members[field.FieldSeats.Name] = among[:between(field.FieldSeats.Min, int32(len(among)))]
		case field.FieldBundle != nil:
			members[field.FieldBundle.Name] = bundle(field.FieldBundle, members)
		}
	}
	return members, nil
}

// bundle is a number of each kind, as many altogether as are asked for.
func bundle(field *client.FieldBundle, members map[string]any) map[string]int {
	taken := map[string]int{}
	if other, known := members[field.GetNotIn()].(map[string]int); known {
		taken = other
	}
	var cards []string
	for _, limit := range field.Most {
		for i := int32(0); i < limit.Max && taken[limit.Kind] == 0; i++ {
			cards = append(cards, limit.Kind)
		}
	}
	rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	most := least(field.MaxTotal, int32(len(cards)))
	counts := map[string]int{}
	for _, card := range cards[:between(least(field.MinTotal, most), most)] {
		counts[card]++
	}
	return counts
}

func between(smallest, largest int32) int32 {
	return smallest + rand.Int31n(largest-smallest+1)
}

func least(one, other int32) int32 {
	if one < other {
		return one
	}
	return other
}

// newKey is a name for a request that nobody else has given.
func newKey() string {
	bytes := make([]byte, 16)
	if _, err := crypto.Read(bytes); err != nil {
		fail(err)
	}
	return fmt.Sprintf("%x", bytes)
}
