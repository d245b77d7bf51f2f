//! Waiting for one thing while others go on.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

/// Waits for `work` while what is on its way goes on: it may hold the very connections that `work` waits for.
pub async fn meanwhile<T>(
    work: impl Future<Output = T>,
    on_their_way: &mut FuturesUnordered<impl Future<Output = ()>>,
) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            Some(()) = on_their_way.next() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn what_waits_for_the_only_place_gets_it_from_whoever_is_on_his_way() {
        let places = Semaphore::new(1);
        let mut on_their_way = FuturesUnordered::new();
        on_their_way.push(async {
            let place = places.acquire().await;
            tokio::task::yield_now().await;
            drop(place);
        });
        let begins = async { tokio::task::yield_now().await };
        meanwhile(begins, &mut on_their_way).await;
        assert!(meanwhile(places.acquire(), &mut on_their_way).await.is_ok());
    }
}
