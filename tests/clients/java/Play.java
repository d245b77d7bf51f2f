import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.althing.client.ApiClient;
import org.althing.client.ApiException;
import org.althing.client.api.*;
import org.althing.client.model.*;

/**
 * Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board, with the
 * client that openapi-generator's java (native) makes of the description.
 */
public final class Play {
    private static final String PASSWORD = "a long ship west";
    private static final int MOST_REQUESTS = 20_000;
    private static final List<PlayInclude> INCLUDE = List.of(PlayInclude.REQUESTS, PlayInclude.VIEW);
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final String RULESET = Optional.ofNullable(System.getenv("RULESET")).orElse("landnam");

    private Play() {}

    public static void main(String[] arguments) throws ApiException, IOException, InterruptedException {
        try {
            ApiClient host = account("host");
            ApiClient guest = account("guest");
            CreateGame table = new CreateGame()
                    .ruleset(CreateGame.RulesetEnum.fromValue(RULESET))
                    .seats(3)
                    .bots(List.of("steady"))
                    .dealSeats(false);
            UUID game = new GamesApi(host).createGame(table, key()).getId();
            new GamesApi(guest).joinGame(game, new JoinGame(), null, null);
            // In the order of joining, the bot is second.
            String ended = play(Map.of(0, host, 2, guest), game);
            System.out.println(
                    "java: a game of " + RULESET + " played to its end " + ended + "; board " + board(host, game));
        } catch (ApiException refused) {
            System.err.println("java: " + refused.getCode() + " " + refused.getResponseBody());
            throw refused;
        }
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }

    private static ApiClient client(String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("API"));
        if (token != null) {
            client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        }
        return client;
    }

    /** Makes an account, and a personal token that plays for it. */
    private static ApiClient account(String role) throws ApiException {
        String login = "java-" + RULESET + "-" + role;
        CreateAccount registration = new CreateAccount().name(login).email(login + "@example.org").password(PASSWORD);
        new AccountsApi(client(null)).createAccount(registration, null);
        CreateSession logIn = new CreateSession().login(login).password(PASSWORD);
        SessionTokens session = new SessionsApi(client(null)).createSession(logIn, null);
        CreatePersonalToken token = new CreatePersonalToken()
                .name("player")
                .scopes(List.of(Scope.GAMES_READ, Scope.GAMES_CREATE, Scope.GAMES_PLAY));
        ApiClient player = client(session.getAccessToken());
        return client(new TokensApi(player).createPersonalToken(token, null).getToken());
    }

    /** What a read or the reply to an action tells a seat: what it may do, ready to send, and how the game stands. */
    private record Turn(long version, List<ActionRequest> ready, List<AwaitedDecision> awaited, Outcome outcome) {}

    /** Every ready request for a decision that the game waits for. */
    private static <D, R> List<ActionRequest> ready(
            List<D> decisions, Function<D, Decision> decision, Function<D, List<R>> requests, Function<R, ActionRequest> wrapped) {
        return decisions.stream()
                .filter(one -> decision.apply(one).getBlocking())
                .flatMap(one -> requests.apply(one).stream())
                .map(wrapped)
                .toList();
    }

    private static Turn landnam(List<LandnamLegalDecision> decisions, LandnamGameView view) {
        List<ActionRequest> ready =
                ready(decisions, LandnamLegalDecision::getDecision, LandnamLegalDecision::getRequests, ActionRequest::new);
        return new Turn(view.getVersion(), ready, view.getAwaited(), view.getOutcome());
    }

    private static Turn nord(List<NordLegalDecision> decisions, NordGameView view) {
        List<ActionRequest> ready =
                ready(decisions, NordLegalDecision::getDecision, NordLegalDecision::getRequests, ActionRequest::new);
        return new Turn(view.getVersion(), ready, view.getAwaited(), view.getOutcome());
    }

    private static Turn settlers(List<SettlersLegalDecision> decisions, SettlersGameView view) {
        List<ActionRequest> ready =
                ready(decisions, SettlersLegalDecision::getDecision, SettlersLegalDecision::getRequests, ActionRequest::new);
        return new Turn(view.getVersion(), ready, view.getAwaited(), view.getOutcome());
    }

    private static Turn read(ApiClient player, UUID game) throws ApiException {
        LegalActions legal = new PlayApi(player).listLegalActions(game, null, INCLUDE, null);
        if (legal.getActualInstance() instanceof LandnamLegalActions landnam) {
            return landnam(landnam.getDecisions(), landnam.getView());
        }
        if (legal.getActualInstance() instanceof NordLegalActions nord) {
            return nord(nord.getDecisions(), nord.getView());
        }
        return settlers(legal.getSettlersLegalActions().getDecisions(), legal.getSettlersLegalActions().getView());
    }

    /** Sends a ready request. There is no reply if another was faster. */
    private static Turn act(ApiClient player, UUID game, ActionRequest request) throws ApiException {
        try {
            ActionResult result = new PlayApi(player).createAction(game, request, INCLUDE, key(), null);
            if (result.getActualInstance() instanceof LandnamActionResult landnam) {
                return landnam(landnam.getLegal(), landnam.getView());
            }
            if (result.getActualInstance() instanceof NordActionResult nord) {
                return nord(nord.getLegal(), nord.getView());
            }
            return settlers(result.getSettlersActionResult().getLegal(), result.getSettlersActionResult().getView());
        } catch (ApiException refused) {
            if (refused.getCode() == 409) {
                return null;
            }
            throw refused;
        }
    }

    /**
     * Counts the requests of a game, and those that an action took beside its own within a stretch: since the last action
     * of the same seat, if nobody has acted since.
     */
    private static final class Tally {
        private int requests;
        private int within;
        private int actions;
        private int stretches;
        private int seat = -1;
        private int sent;
        private long version;

        void acted(int seat, long before, long after) {
            actions++;
            if (this.seat == seat && version == before) {
                within += requests - sent - 1;
            } else {
                stretches++;
            }
            this.seat = seat;
            sent = requests;
            version = after;
        }

        @Override
        public String toString() {
            return actions + " actions in " + stretches + " stretches by " + requests + " requests (" + within
                    + " within a stretch)";
        }
    }

    /**
     * Plays until the game has ended. What a seat may do is read when the game may wait for it; from then on, each reply
     * brings the next ready requests, until the game waits for others.
     */
    private static String play(Map<Integer, ApiClient> players, UUID game) throws ApiException, InterruptedException {
        Random chance = new Random();
        Tally tally = new Tally();
        int seat = 0;
        Turn told = null;
        while (tally.requests < MOST_REQUESTS) {
            if (told == null) {
                tally.requests++;
                told = read(players.get(seat), game);
            } else if (!told.ready.isEmpty()) {
                long before = told.version;
                tally.requests++;
                told = act(players.get(seat), game, told.ready.get(chance.nextInt(told.ready.size())));
                if (told != null) {
                    tally.acted(seat, before, told.version);
                }
            } else if (told.outcome == null) {
                Optional<AwaitedDecision> next = told.awaited.stream()
                        .filter(awaited -> awaited.getBlocking() && players.containsKey(awaited.getSeat()))
                        .findFirst();
                if (next.isPresent()) {
                    seat = next.get().getSeat();
                } else {
                    Thread.sleep(50);
                }
                told = null;
            } else if (tally.within > 0) {
                throw new IllegalStateException("an action took more than its own request: " + tally);
            } else {
                return "by " + told.outcome.getEndedBy() + ": " + tally + ", " + told.outcome.getRanking().size()
                        + " seats ranked";
            }
        }
        throw new IllegalStateException("not over after " + tally);
    }

    /** The size of the picture of the board. */
    private static String board(ApiClient player, UUID game) throws ApiException, IOException {
        byte[] png = Files.readAllBytes(picture(player, game).toPath());
        int width = ByteBuffer.wrap(png).getInt(16);
        int height = ByteBuffer.wrap(png).getInt(20);
        boolean signed = Arrays.equals(PNG, 0, PNG.length, png, 0, PNG.length);
        if (!signed || png.length < 10_000 || width < 300 || height < 300) {
            throw new IllegalStateException("no picture of a board: " + png.length + " bytes");
        }
        return width + " × " + height;
    }

    /** The picture with everything left as it is if it is not asked for. */
    private static java.io.File picture(ApiClient player, UUID game) throws ApiException {
        return new PicturesApi(player).getBoardPng(game, null, null, null, null, null, null, null, null, null);
    }
}
