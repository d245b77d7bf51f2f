//! The connection that a backup goes through.

use futures_util::{StreamExt, TryStreamExt, pin_mut};
use tokio_postgres::Client;

use super::BackupError;
use super::columns::BackupTable;
use super::digest::RowsDigest;
use crate::store::connect::{ConnectOptions, DatabaseTarget};

/// The settings of the session: what COPY writes must not depend on the settings of the database, and the time limits
/// of the database must not stop it.
const PLAIN: &str = "SET client_encoding = 'UTF8'; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; \
    SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; \
    SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0";

/// Connects. The second value keeps the connection open.
pub async fn open(url: &str) -> Result<(Client, impl Sized), BackupError> {
    let options = ConnectOptions::default().with_statement_limit(None);
    let target = DatabaseTarget::new(url, &options).map_err(BackupError::Connect)?;
    let (client, open) = target.connect_plainly().await.map_err(BackupError::Connect)?.into_connection();
    client.batch_execute(PLAIN).await?;
    Ok((client, open))
}

/// Reads a whole table; each piece is handed to `take` as it comes.
pub async fn copy_out(
    client: &Client,
    table: &BackupTable,
    mut take: impl FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<RowsDigest, BackupError> {
    let mut rows = RowsDigest::default();
    let stream = client.copy_out(&format!("COPY {} TO STDOUT", table.quoted())).await?;
    pin_mut!(stream);
    while let Some(piece) = stream.next().await {
        let piece = piece?;
        rows.add(&piece);
        take(&piece)?;
    }
    Ok(rows)
}

/// Fills a table with the pieces that `next` gives until it gives none, and returns the number of rows.
pub async fn copy_in(
    client: &Client,
    table: &BackupTable,
    mut next: impl FnMut() -> Result<Option<Vec<u8>>, BackupError>,
) -> Result<u64, BackupError> {
    use futures_util::SinkExt;
    let sink = client.copy_in(&format!("COPY {} FROM STDIN", table.quoted())).await?;
    pin_mut!(sink);
    while let Some(piece) = next()? {
        sink.send(std::io::Cursor::new(piece)).await?;
    }
    Ok(sink.finish().await?)
}

/// The major and minor version of the server.
pub async fn server_version(client: &Client) -> Result<String, BackupError> {
    Ok(client.query_one("SHOW server_version", &[]).await?.try_get(0)?)
}

pub async fn count(client: &Client, table: &BackupTable) -> Result<u64, BackupError> {
    let name = super::columns::quoted(&table.name);
    let rows = client.query_raw(&format!("SELECT count(*) FROM {name}"), Vec::<i64>::new()).await?;
    pin_mut!(rows);
    let counted: i64 = match rows.try_next().await? {
        Some(row) => row.try_get(0)?,
        None => 0,
    };
    Ok(u64::try_from(counted).unwrap_or(0))
}
