//! What is done to accounts.

use std::io::Read;

use clap::Subcommand;
use serde_json::json;
use uuid::Uuid;

use super::open::{Failure, with_service};
use super::table::{at, in_line, table};
use super::{AT_ONCE, Form, ReasonArgument, USUAL, first};
use crate::cli::Outcome;
use crate::service::accounts::{self, NewPlayer, new_name, zone};
use crate::service::audit::{self, SHELL};
use crate::service::identity::{EmailAddress, Language, Password};
use crate::service::operators::accounts::{self as of_operators, AccountQuery, AccountStanding};
use crate::service::operators::{self, AccountForOperators};
use crate::service::{Ctx, access, recovery};
use crate::store;

#[derive(clap::Args)]
pub struct AccountArgument {
    /// Its id, its whole name or its email address.
    account: String,
}

#[derive(Subcommand)]
pub enum AccountsCommand {
    /// Lists accounts, the newest first.
    List {
        /// Only those whose name or email address begins like this.
        #[arg(long, value_name = "TEXT")]
        beginning: Option<String>,
        /// Only those that stand like this: unverified, verified, banned, deleted or operator.
        #[arg(long)]
        standing: Option<AccountStanding>,
        /// How many at most.
        #[arg(long, default_value_t = USUAL)]
        limit: u16,
    },
    /// Shows an account.
    Show(AccountArgument),
}

#[derive(clap::Args)]
pub struct CreateArguments {
    /// The name that others see.
    name: String,
    /// The email address, which counts as verified.
    address: String,
    /// Reads the password from standard input; else a link to set it is printed.
    #[arg(long)]
    password_stdin: bool,
    /// Makes it an operator, too.
    #[arg(long)]
    operator: bool,
    /// The language of mails.
    #[arg(long, default_value = "en")]
    language: String,
    /// The time zone, such as Europe/Oslo.
    #[arg(long, default_value = "UTC")]
    time_zone: String,
}

#[derive(clap::Args)]
pub struct BanArguments {
    #[command(flatten)]
    account: AccountArgument,
    #[command(flatten)]
    reason: ReasonArgument,
}

#[derive(clap::Args)]
pub struct AuditArguments {
    /// Its id, its whole name or its email address; left out: what concerns none, such as a game that was made void.
    account: Option<String>,
    /// How many entries at most, the latest first.
    #[arg(long, default_value_t = USUAL)]
    limit: u16,
}

pub fn list_or_show(file: Option<&str>, form: Form, command: AccountsCommand) -> Outcome {
    with_service(file, async |ctx| match command {
        AccountsCommand::Show(AccountArgument { account }) => {
            let account = operators::find_account(ctx, &account).await?;
            Ok(form.tell(&account, || described(&account))?)
        }
        AccountsCommand::List { beginning, standing, limit } => {
            let mut query = AccountQuery { beginning, standing, ..AccountQuery::default() };
            let page = async |limit, cursor| {
                (query.limit, query.cursor) = (Some(limit), cursor);
                of_operators::page(ctx, &query).await
            };
            let found = first(limit, page).await?;
            Ok(form.tell(&found, || {
                table(
                    ["ID", "NAME", "ADDRESS", "SINCE", "STANDING"],
                    &found.iter().map(row).collect::<Vec<_>>(),
                )
            })?)
        }
    })
}

fn row(account: &AccountForOperators) -> [String; 5] {
    let AccountForOperators { id, name, email, created_at, .. } = account;
    [id.to_string(), in_line(name), in_line(email), at(Some(*created_at)), standing(account)]
}

/// How an account stands, in words, with the reason of a ban.
fn standing(account: &AccountForOperators) -> String {
    let mut words = Vec::new();
    if account.operator {
        words.push("operator".to_owned());
    }
    if account.deleted_at.is_some() {
        words.push("deleted".to_owned());
    } else if account.verified_at.is_none() {
        words.push("unverified".to_owned());
    }
    if let Some(ban) = &account.ban {
        words.push(format!("banned: {}", in_line(&ban.reason)));
    }
    if words.is_empty() { "verified".to_owned() } else { words.join(", ") }
}

fn described(account: &AccountForOperators) -> String {
    format!(
        "id        {}\nname      {}\naddress   {}\nverified  {}\nsince     {}\nstanding  {}",
        account.id,
        in_line(&account.name),
        in_line(&account.email),
        at(account.verified_at),
        at(Some(account.created_at)),
        standing(account)
    )
}

/// The account that the argument names, if it was not deleted.
async fn find(ctx: &mut Ctx, argument: &AccountArgument) -> Result<AccountForOperators, Failure> {
    let account = operators::find_account(ctx, &argument.account).await?;
    match account.deleted_at {
        None => Ok(account),
        Some(at) => Err(format!("the account was deleted on {}", at.format("%Y-%m-%d")).into()),
    }
}

pub fn create(file: Option<&str>, form: Form, arguments: CreateArguments) -> Outcome {
    let address = EmailAddress::try_from(arguments.address.clone());
    let address = address.map_err(|_| format!("{} is no email address", in_line(&arguments.address)))?;
    let language = Language::offered(&arguments.language);
    let language =
        language.map_err(|_| format!("{} is no language of Althing", in_line(&arguments.language)))?;
    let password = arguments.password_stdin.then(read_password).transpose()?;
    with_service(file, async |ctx| {
        let time_zone = zone(&arguments.time_zone)?;
        let new = NewPlayer { name: new_name(&arguments.name)?, language, time_zone };
        let hash = match password {
            Some(password) => Some(ctx.app.passwords.hash(&ctx.app, password.into_secret()).await?),
            None => None,
        };
        let made = ctx.transaction(async |tx| {
            let account = of_operators::create(tx, &address, &new).await?;
            if arguments.operator {
                of_operators::make_operator(tx, account).await?;
            }
            let link = match &hash {
                Some(hash) => {
                    store::accounts::set_password(&mut tx.db, account, hash).await?;
                    None
                }
                None => Some(recovery::reset_link(tx, account).await?),
            };
            Ok((account, link))
        });
        let (account, link) = made.await?;
        let link = link.map(|path| format!("{}{path}", ctx.app.settings.http.public_url));
        let words = || match &link {
            Some(link) => format!("created {account}\nthe password is set with this link, once: {link}"),
            None => format!("created {account}"),
        };
        Ok(form.tell(&json!({"id": account, "password_link": link}), words)?)
    })
}

/// The most bytes that are read as a password.
const MOST_BYTES: u64 = 4096;

/// The first line of standard input. On the command line every user of the machine would see it.
fn read_password() -> Result<Password, String> {
    let mut text = String::new();
    let read = std::io::stdin().take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|error| format!("no password can be read from standard input: {error}"))?;
    let line = text.lines().next().unwrap_or_default().to_owned();
    Password::try_from(line).map_err(|_| "a password has 8 to 128 characters".to_owned())
}

pub fn verify(file: Option<&str>, form: Form, argument: &AccountArgument) -> Outcome {
    with_service(file, async |ctx| {
        let account = find(ctx, argument).await?;
        let done = ctx.transaction(async |tx| accounts::vouch(tx, account.id).await).await?;
        tell_change(form, &account, done, "the address counts as verified", "the address was verified before")
    })
}

/// Tells that something was done to an account, or was so before.
fn tell_change(
    form: Form,
    account: &AccountForOperators,
    done: bool,
    now: &str,
    before: &str,
) -> Result<(), Failure> {
    let words = || format!("{}: {}", in_line(&account.name), if done { now } else { before });
    Ok(form.tell(&json!({"id": account.id, "name": account.name, "changed": done}), words)?)
}

pub fn reset_password(file: Option<&str>, form: Form, argument: &AccountArgument) -> Outcome {
    with_service(file, async |ctx| {
        let account = find(ctx, argument).await?;
        if account.verified_at.is_none() {
            let sentence =
                "the address was never verified, so nobody can log in: althing admin verify comes first";
            return Err(sentence.to_owned().into());
        }
        let path = ctx.transaction(async |tx| recovery::reset_link(tx, account.id).await).await?;
        let settings = &ctx.app.settings;
        let link = format!("{}{path}", settings.http.public_url);
        let minutes = settings.accounts.reset_seconds / 60;
        let words = || {
            format!(
                "{}: the password is set with this link, once, within {minutes} minutes: {link}",
                in_line(&account.name)
            )
        };
        Ok(form.tell(&json!({"id": account.id, "name": account.name, "password_link": link}), words)?)
    })
}

pub fn make_operator(file: Option<&str>, form: Form, argument: &AccountArgument) -> Outcome {
    with_service(file, async |ctx| {
        let account = find(ctx, argument).await?;
        if account.verified_at.is_none() || account.ban.is_some() {
            let sentence = "nobody can log in to it: lift the ban or verify the address first";
            return Err(format!("{} is {}: {sentence}", in_line(&account.name), standing(&account)).into());
        }
        let done = ctx.transaction(async |tx| of_operators::make_operator(tx, account.id).await).await?;
        tell_change(form, &account, done, "is an operator now", "was an operator before")
    })
}

pub fn remove_operator(file: Option<&str>, form: Form, argument: &AccountArgument) -> Outcome {
    with_service(file, async |ctx| {
        let account = operators::find_account(ctx, &argument.account).await?;
        if access::is_set_as_operator(&ctx.app, account.id) {
            let sentence =
                "the setting operators.accounts names this account: take it out there, and start anew";
            return Err(sentence.to_owned().into());
        }
        let done = ctx.transaction(async |tx| of_operators::remove_operator(tx, account.id).await).await?;
        tell_change(form, &account, done, "is no operator any more", "was no operator")
    })
}

pub fn ban(file: Option<&str>, form: Form, arguments: BanArguments) -> Outcome {
    let reason = arguments.reason.into();
    with_service(file, async |ctx| {
        let account = find(ctx, &arguments.account).await?;
        if account.operator {
            return Err("an operator can't be banned: althing admin remove-operator comes first"
                .to_owned()
                .into());
        }
        ctx.transaction(async |tx| operators::ban(tx, SHELL, account.id, &reason).await).await?;
        tell_change(form, &account, true, "is banned", "")
    })
}

pub fn unban(file: Option<&str>, form: Form, argument: &AccountArgument) -> Outcome {
    with_service(file, async |ctx| {
        let account = operators::find_account(ctx, &argument.account).await?;
        ctx.transaction(async |tx| operators::lift_ban(tx, SHELL, account.id).await).await?;
        tell_change(form, &account, account.ban.is_some(), "is not banned any more", "was not banned")
    })
}

pub fn audit_log(file: Option<&str>, form: Form, arguments: &AuditArguments) -> Outcome {
    with_service(file, async |ctx| {
        let account: Uuid = match &arguments.account {
            Some(named) => operators::find_account(ctx, named).await?.id,
            None => SHELL,
        };
        let entries = audit::page(&mut ctx.db, account, None, arguments.limit.clamp(1, AT_ONCE)).await?.items;
        let rows = || {
            let cells = |entry: &audit::AuditEntry| {
                let address = entry.address.clone().unwrap_or_else(|| "-".to_owned());
                [at(Some(entry.at)), entry.kind.clone(), address, in_line(&entry.detail.to_string())]
            };
            table(["AT", "KIND", "FROM", "DETAIL"], &entries.iter().map(cells).collect::<Vec<_>>())
        };
        Ok(form.tell(&entries, rows)?)
    })
}
