import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.althing.client.model.*;

/** Chooses an action out of those that are listed as legal. Knows no rules. */
final class Choose {
    private static final double SHAPES = 0.1;
    private static final Random CHANCE = new Random();

    private Choose() {}

    /** An answer to one of the decisions that the game waits for; nothing if there is none. */
    static Optional<ActionRequest> answer(LegalActions legal) {
        if (legal.getActualInstance() instanceof LandnamLegalActions landnam) {
            return awaited(landnam.getDecisions(), LandnamLegalDecision::getDecision).map(asked -> {
                LandnamAction action = one(asked.getActions(), asked.getShapes(), Choose::filled);
                return new ActionRequest(new LandnamActionRequest()
                        .ruleset(LandnamActionRequest.RulesetEnum.LANDNAM)
                        .decision(asked.getDecision().getId())
                        .action(action));
            });
        }
        if (legal.getActualInstance() instanceof SettlersLegalActions settlers) {
            return awaited(settlers.getDecisions(), SettlersLegalDecision::getDecision).map(asked -> {
                SettlersAction action = one(asked.getActions(), asked.getShapes(), Choose::filled);
                return new ActionRequest(new SettlersActionRequest()
                        .ruleset(SettlersActionRequest.RulesetEnum.SETTLERS)
                        .decision(asked.getDecision().getId())
                        .action(action));
            });
        }
        // NORD has no shapes.
        return awaited(legal.getNordLegalActions().getDecisions(), NordLegalDecision::getDecision)
                .map(asked -> new ActionRequest(new NordActionRequest()
                        .ruleset(NordActionRequest.RulesetEnum.NORD)
                        .decision(asked.getDecision().getId())
                        .action(any(asked.getActions()))));
    }

    private static <T> T any(List<T> things) {
        return things.get(CHANCE.nextInt(things.size()));
    }

    /** One of the decisions that the game waits for. */
    private static <T> Optional<T> awaited(List<T> decisions, Function<T, Decision> decision) {
        List<T> blocking = decisions.stream().filter(asked -> decision.apply(asked).getBlocking()).toList();
        return blocking.isEmpty() ? Optional.empty() : Optional.of(any(blocking));
    }

    /** A listed action, or now and then, and where there is no other, one that has to be filled in. */
    private static <A, S> A one(List<A> actions, List<S> shapes, Function<S, A> filled) {
        boolean shaped = !shapes.isEmpty() && (actions.isEmpty() || CHANCE.nextDouble() < SHAPES);
        return shaped ? filled.apply(any(shapes)) : any(actions);
    }

    private static LandnamAction filled(LandnamActionShape shape) {
        LandnamAction action = shape.getAction();
        if (action.getActualInstance() instanceof LandnamSueAction sue) {
            sue.setCards(integer(shape.getFields(), "cards"));
        } else if (action.getActualInstance() instanceof LandnamRaiseAction raise) {
            raise.setCards(integer(shape.getFields(), "cards"));
        } else if (action.getActualInstance() instanceof LandnamAddToSuitAction addition) {
            addition.setCards(integer(shape.getFields(), "cards"));
        }
        // An offer is complete as it is listed: one card for one.
        return action;
    }

    private static SettlersAction filled(SettlersActionShape shape) {
        SettlersAction action = shape.getAction();
        if (action.getActualInstance() instanceof SettlersDiscardAction discard) {
            discard.setCards(bundle(shape.getFields(), "cards"));
        }
        return action;
    }

    /** A number for the open field of that name. */
    private static int integer(List<Field> fields, String name) {
        for (Field field : fields) {
            if (field.getActualInstance() instanceof FieldInteger number && number.getName().equals(name)) {
                return number.getMin() + CHANCE.nextInt(number.getMax() - number.getMin() + 1);
            }
        }
        throw new NoSuchElementException(name);
    }

    /** Cards for the open field of that name, as few as are asked for. */
    private static SettlersBundle bundle(List<Field> fields, String name) {
        for (Field field : fields) {
            if (field.getActualInstance() instanceof FieldBundle bundle && bundle.getName().equals(name)) {
                List<String> cards = new ArrayList<>();
                bundle.getLimits().forEach(limit -> {
                    for (int card = 0; card < limit.getMax(); card++) {
                        cards.add(limit.getKind());
                    }
                });
                java.util.Collections.shuffle(cards, CHANCE);
                List<String> given = cards.subList(0, bundle.getMinTotal());
                // A kind of which there are none is left out.
                Function<String, Integer> count = kind -> {
                    int cardsOfKind = java.util.Collections.frequency(given, kind);
                    return cardsOfKind == 0 ? null : cardsOfKind;
                };
                return new SettlersBundle()
                        .brick(count.apply("brick"))
                        .grain(count.apply("grain"))
                        .lumber(count.apply("lumber"))
                        .ore(count.apply("ore"))
                        .wool(count.apply("wool"));
            }
        }
        throw new NoSuchElementException(name);
    }
}
