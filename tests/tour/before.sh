# What a reader has, or has done, when they come to a command of the documentation. To be sourced by the scripts that
# blocks.py makes.

at() { echo "$1, after $SECONDS s" >&3; }

api() { curl -H "Authorization: Bearer $1" -H 'Content-Type: application/json' "${@:3}" "http://$ALTHING__HTTP__BIND$2"; }

# registered NAME PASSWORD: an account whose address is confirmed.
registered() {
    api '' /v1/accounts -d "{\"name\": \"$1\", \"email\": \"${1,,}@example.org\", \"password\": \"$2\"}" > /dev/null
    local _ mail token
    for _ in $(seq 50); do
        mail=$(grep --files-with-matches --text "^To:.*${1,,}@example.org" "$MAILS"/*account*.eml | head -1) && break
        sleep 0.2
    done
    token=$(sed -z 's/=\r*\n//g' "$mail" | grep --text -o 'eyJ[[:alnum:]_.-]*' | tail -1)
    api '' /v1/accounts/verify -d "{\"token\": \"$token\"}" > /dev/null
}

# finished_game TOKEN: the id of a game that is over.
finished_game() {
    local game _
    game=$(api "$1" /v1/games -d '{"ruleset": "nord", "seats": 2, "bots": ["steady"]}' | jq -r .id)
    api "$1" "/v1/games/$game/resign" -d '{}' > /dev/null
    for _ in $(seq 50); do
        [ "$(api "$1" "/v1/games/$game" | jq -r .status)" != finished ] || break
        sleep 0.2
    done
    echo "$game"
}

# finished_competition TOKEN: the id of a competition that is over.
finished_competition() {
    local competition game _
    competition=$(api "$1" /v1/competitions -d '{"name": "Duel", "form": {"type": "swiss", "rounds": 1},
        "tables": {"size": 2}, "games": {"ruleset": "nord"}, "bots": ["steady"]}' | jq -r .id)
    api "$1" "/v1/competitions/$competition/sign-up" -d '{}' > /dev/null
    api "$1" "/v1/competitions/$competition/rounds" -d '{"round": 1}' > /dev/null
    for _ in $(seq 50); do
        game=$(api "$1" "/v1/games?competition=$competition&status=running" | jq -r '.items[0].id // empty')
        [ -z "$game" ] || break
        sleep 0.2
    done
    api "$1" "/v1/games/$game/resign" -d '{}' > /dev/null
    for _ in $(seq 50); do
        [ "$(api "$1" "/v1/competitions/$competition" | jq -r .status)" != finished ] || break
        sleep 0.2
    done
    echo "$competition"
}

# before HEADING: what has happened when a reader comes to a section.
before() {
    local _
    case $1 in
        'README.md: Fair chance, and how to check it') GAME=$(finished_game "$ACCESS") ;;
        'src/http/docs/guide.md: Tokens and sessions') 
            registered Aud 'the longest ship'
            # An export has a game half a minute after its end.
            finished_game "$(api '' /v1/sessions -d '{"login": "Aud", "password": "the longest ship"}' | jq -r .access_token)" > /dev/null
            ;;
        'src/http/docs/guide.md: Players and their games')
            for _ in $(seq 90); do
                [ -z "$(api "$TOKEN" '/v1/me/games/export?ruleset=nord')" ] || break
                sleep 1
            done
            ;;
        'src/http/docs/guide.md: Example clients')
            ALTHING_TOKEN=$(api "$TOKEN" /v1/me/tokens \
                -d '{"name": "terminal", "scopes": ["games:read", "games:create", "games:play"]}' | jq -r .token)
            export ALTHING_TOKEN
            # The board, the first move, and enough of it.
            exec < <(printf '%s\n' b 1 q q q)
            ;;
        'config/README.md: After an installation by hand')
            bash "$here/stop.sh"
            cp config/althing.service "$folder/root/etc/systemd/system/"
            cp -P "$folder/root/usr/bin/althing" "$folder/root/usr/local/bin/"
            cp "$folder/root/etc/althing/althing.toml" "$folder/root/etc/althing.toml"
            systemctl start althing
            ;;
        'config/README.md: A build of your own')
            echo 'smtp://127.0.0.1:1?tls=none' > "$folder/root/etc/althing.smtp"
            # Commands that follow name the settings of the package.
            ln -s ../althing.toml "$folder/root/etc/althing/althing.toml"
            ;;
    esac
}

# give NAME: what a reader has from elsewhere under that name.
give() {
    [ -z "${!1:-}" ] || return 0
    case $1 in
        CODE) CODE=$(python3 "$here/allow.py" "http://$ALTHING__HTTP__BIND" Aud 'the longest ship' "$CHALLENGE") ;;
        COMPETITION) COMPETITION=$(finished_competition "$ACCESS") ;;
        METRICS_TOKEN) METRICS_TOKEN=$ALTHING__HTTP__METRICS_TOKEN ;;
    esac
}

check_prometheus() {
    if PATH=$real_path command -v promtool > /dev/null; then promtool check config --syntax-only "$1"; fi
}
