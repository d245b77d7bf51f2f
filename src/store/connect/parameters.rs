//! The parts of a PostgreSQL URL.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

#[derive(Debug, Default)]
pub struct Parameters(Vec<(String, String)>);

const OF_THE_DRIVER: [&str; 15] = [
    "user",
    "password",
    "dbname",
    "options",
    "application_name",
    "host",
    "hostaddr",
    "port",
    "tcp_user_timeout",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "channel_binding",
    "load_balance_hosts",
];

impl Parameters {
    /// Splits a URL into what stands before the question mark and its parameters. No error repeats anything of the URL
    /// that may be part of a password.
    pub fn split(url: &str) -> Result<(String, Self), String> {
        let known = ["postgres://", "postgresql://"].iter().find_map(|scheme| url.strip_prefix(scheme));
        let rest = known.ok_or("it must begin with postgres:// or postgresql://")?;
        // A question mark that was not encoded in a password is part of the password; an @ in a parameter does not end
        // one.
        let at = rest.find('@').filter(|at| {
            let question = rest.find('?').unwrap_or(usize::MAX);
            question > *at || !rest[..question].contains('/')
        });
        let (credentials, rest) = at.map_or(("", rest), |at| rest.split_at(at + 1));
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        if place.contains('@') {
            return Err("its user or password holds an @, which must be written as %40".to_owned());
        }
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let pairs: Option<Vec<_>> = pairs
            .map(|pair| {
                let (name, value) = pair.split_once('=')?;
                Some((decoded(name)?, decoded(value)?))
            })
            .collect();
        let pairs = pairs.ok_or("what stands behind the question mark must be name=value, joined by &")?;
        Ok((format!("postgres://{credentials}{place}"), Self(pairs)))
    }

    /// Takes a parameter out; the last of several counts.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let mut last = None;
        self.0.retain_mut(|(key, value)| {
            let is_it = key == name;
            if is_it {
                last = Some(std::mem::take(value));
            }
            !is_it
        });
        last
    }

    /// The URL with those that are left, all of which the driver must know.
    pub fn join(mut self, place: &str) -> Result<String, String> {
        if let Some(count) = self.take("keepalives_count") {
            self.0.push(("keepalives_retries".to_owned(), count));
        }
        match self.take("gssencmode").as_deref() {
            None | Some("disable" | "prefer") => {}
            Some(_) => return Err("gssencmode must be disable or prefer: Kerberos is not spoken".to_owned()),
        }
        self.take("sslcompression");
        let has_password = self.0.iter().any(|(name, _)| name == "password");
        if let Some((name, _)) = self.0.iter().find(|(name, _)| !OF_THE_DRIVER.contains(&name.as_str())) {
            // An & in a password makes a parameter of its end.
            return Err(match has_password {
                true => {
                    "it has an unknown parameter (an & in the password must be written as %26)".to_owned()
                }
                false => format!("its parameter {name} is unknown or not supported"),
            });
        }
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        // The driver's own names are letters and underscores.
        let pairs = self.0.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
        let query = pairs.collect::<Vec<_>>().join("&");
        Ok(if query.is_empty() { place.to_owned() } else { format!("{place}?{query}") })
    }
}

fn decoded(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(url: &str) -> (String, Parameters) {
        Parameters::split(url).unwrap_or_default()
    }

    #[test]
    fn parameters_are_taken_out_and_the_rest_is_put_back() {
        let (place, mut parameters) = split("postgresql://u:p%3F@h1,h2:2/d?sslmode=a&user=x%40y&sslmode=b");
        assert_eq!(place, "postgres://u:p%3F@h1,h2:2/d");
        assert_eq!(parameters.take("sslmode").as_deref(), Some("b"));
        assert_eq!(parameters.take("sslmode"), None);
        assert_eq!(parameters.join(&place).as_deref(), Ok("postgres://u:p%3F@h1,h2:2/d?user=x%40y"));
    }

    #[test]
    fn a_question_mark_in_a_password_and_an_at_in_a_parameter_are_no_ends() {
        assert_eq!(split("postgres://u:p?w@h/d").0, "postgres://u:p?w@h/d");
        assert_eq!(split("postgres://h/d?user=a@b").0, "postgres://h/d");
    }

    #[test]
    fn no_complaint_repeats_a_password() {
        let urls = ["postgres://u:se@same@h/d", "postgres://h/d?password=x&same=1", "mysql://u:same@h/d"];
        for url in urls {
            let complaint = Parameters::split(url).and_then(|(place, rest)| rest.join(&place)).unwrap_err();
            assert!(!complaint.contains("same"), "{complaint}");
        }
    }
}
