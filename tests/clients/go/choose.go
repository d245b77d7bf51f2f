package main

import (
	"fmt"
	"math/rand"

	"client"
)

const shapes = 0.1

// choose is an answer to one of the decisions that the game waits for, and its type; nil if there is none.
func choose(legal *client.LegalActions) (*client.ActionRequest, string) {
	switch {
	case legal.LandnamLegalActions != nil:
		asked := awaited(legal.LandnamLegalActions.Decisions, func(one client.LandnamLegalDecision) bool { return one.Decision.Blocking })
		if asked == nil {
			return nil, ""
		}
		action := landnam(asked)
		request := client.NewLandnamActionRequest(action, asked.Decision.Id, "landnam")
		return &client.ActionRequest{LandnamActionRequest: request}, fmt.Sprintf("%T", action.GetActualInstance())
	case legal.SettlersLegalActions != nil:
		asked := awaited(legal.SettlersLegalActions.Decisions, func(one client.SettlersLegalDecision) bool { return one.Decision.Blocking })
		if asked == nil {
			return nil, ""
		}
		action := settlers(asked)
		request := client.NewSettlersActionRequest(action, asked.Decision.Id, "settlers")
		return &client.ActionRequest{SettlersActionRequest: request}, fmt.Sprintf("%T", action.GetActualInstance())
	default:
		asked := awaited(legal.NordLegalActions.Decisions, func(one client.NordLegalDecision) bool { return one.Decision.Blocking })
		if asked == nil {
			return nil, ""
		}
		// NORD has no shapes.
		action := oneOf(asked.Actions)
		request := client.NewNordActionRequest(action, asked.Decision.Id, "nord")
		return &client.ActionRequest{NordActionRequest: request}, fmt.Sprintf("%T", action.GetActualInstance())
	}
}

func oneOf[T any](things []T) T {
	return things[rand.Intn(len(things))]
}

// awaited is one of the decisions that the game waits for; nil if there is none.
func awaited[T any](decisions []T, blocking func(T) bool) *T {
	var asked []T
	for _, decision := range decisions {
		if blocking(decision) {
			asked = append(asked, decision)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	chosen := oneOf(asked)
	return &chosen
}

// filledIn says whether an action is sent that has to be filled in: where there is no other, and now and then.
func filledIn(actions, shaped int) bool {
	return shaped > 0 && (actions == 0 || rand.Float64() < shapes)
}

func landnam(asked *client.LandnamLegalDecision) client.LandnamAction {
	if !filledIn(len(asked.Actions), len(asked.Shapes)) {
		return oneOf(asked.Actions)
	}
	shape := oneOf(asked.Shapes)
	action := shape.Action
	switch {
	case action.LandnamSueAction != nil:
		action.LandnamSueAction.Cards = integer(shape.Fields, "cards")
	case action.LandnamRaiseAction != nil:
		action.LandnamRaiseAction.Cards = integer(shape.Fields, "cards")
	case action.LandnamAddToSuitAction != nil:
		action.LandnamAddToSuitAction.Cards = integer(shape.Fields, "cards")
	}
	// An offer is complete as it is listed: one card for one.
	return action
}

func settlers(asked *client.SettlersLegalDecision) client.SettlersAction {
	if !filledIn(len(asked.Actions), len(asked.Shapes)) {
		return oneOf(asked.Actions)
	}
	shape := oneOf(asked.Shapes)
	action := shape.Action
	if action.SettlersDiscardAction != nil {
		action.SettlersDiscardAction.Cards = bundle(shape.Fields, "cards")
	}
	return action
}

// integer is a number for the open field of that name.
func integer(fields []client.Field, name string) int32 {
	for _, field := range fields {
		if field.FieldInteger != nil && field.FieldInteger.Name == name {
			return field.FieldInteger.Min + rand.Int31n(field.FieldInteger.Max-field.FieldInteger.Min+1)
		}
	}
	panic("there is no number " + name)
}

// bundle is cards for the open field of that name, as few as are asked for, from the first kinds.
func bundle(fields []client.Field, name string) client.SettlersBundle {
	for _, field := range fields {
		if field.FieldBundle == nil || field.FieldBundle.Name != name {
			continue
		}
		cards := client.NewSettlersBundle()
		set := map[string]func(int32){
			"brick": cards.SetBrick, "grain": cards.SetGrain, "lumber": cards.SetLumber, "ore": cards.SetOre, "wool": cards.SetWool,
		}
		left := field.FieldBundle.MinTotal
		for _, limit := range field.FieldBundle.Limits {
			given := limit.Max
			if given > left {
				given = left
			}
			left -= given
			// A kind of which there are none is left out.
			if given > 0 {
				set[limit.Kind](given)
			}
		}
		return *cards
	}
	panic("there is no bundle " + name)
}
