import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
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
    private static final int MOST_ACTIONS = 5_000;
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
                    .bots(List.of("steady"));
            UUID game = new GamesApi(host).createGame(table, key()).getId();
            new GamesApi(guest).joinGame(game, new JoinGame(), null, null);
            String ended = play(List.of(host, guest), game);
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

    /** Plays until the game has ended. */
    private static String play(List<ApiClient> players, UUID game) throws ApiException, InterruptedException {
        Set<Class<?>> kinds = new HashSet<>();
        int tried = 0;
        int done = 0;
        while (tried < MOST_ACTIONS) {
            boolean asked = false;
            for (ApiClient player : players) {
                Optional<ActionRequest> answer = Choose.answer(new PlayApi(player).listLegalActions(game, null, null, null));
                if (answer.isPresent()) {
                    asked = true;
                    tried++;
                    if (act(player, game, answer.get())) {
                        done++;
                        kinds.add(kind(answer.get()));
                    }
                }
            }
            if (!asked) {
                Outcome outcome = outcome(players.get(0), game);
                if (outcome != null) {
                    return "by " + outcome.getEndedBy() + ": " + done + " actions of " + kinds.size() + " kinds, "
                            + outcome.getRanking().size() + " seats ranked";
                }
                Thread.sleep(50);
            }
        }
        throw new IllegalStateException("not over after " + tried + " actions, of which " + done + " were taken");
    }

    private static boolean act(ApiClient player, UUID game, ActionRequest answer) throws ApiException {
        try {
            new PlayApi(player).createAction(game, answer, null, key(), null);
            return true;
        } catch (ApiException refused) {
            // Another was faster; or bounds of single fields, which can't say everything, were kept and yet it is refused.
            if (refused.getCode() == 409 || refused.getCode() == 422) {
                return false;
            }
            throw refused;
        }
    }

    private static Class<?> kind(ActionRequest answer) {
        if (answer.getActualInstance() instanceof LandnamActionRequest landnam) {
            return landnam.getAction().getActualInstance().getClass();
        }
        if (answer.getActualInstance() instanceof SettlersActionRequest settlers) {
            return settlers.getAction().getActualInstance().getClass();
        }
        return answer.getNordActionRequest().getAction().getActualInstance().getClass();
    }

    /** How the game ended; null before. */
    private static Outcome outcome(ApiClient player, UUID game) throws ApiException {
        GameView view = new PlayApi(player).getGameView(game, null, null, null);
        if (view.getActualInstance() instanceof LandnamGameView landnam) {
            return landnam.getOutcome();
        }
        if (view.getActualInstance() instanceof SettlersGameView settlers) {
            return settlers.getOutcome();
        }
        return view.getNordGameView().getOutcome();
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
