//! How the reader of a page was let in.

use crate::error::Error;
use crate::service::access::AccountCredential;
use crate::service::devices::OpenedDevice;
use crate::service::mail_links::{self, LinkOrigin};

#[derive(Clone, Copy)]
pub enum PageAccess<'a> {
    /// By the link of a mail: its last part.
    Link(&'a str),
    Device(&'a OpenedDevice),
}

impl<'a> PageAccess<'a> {
    /// The origin of links that the page leads to: they end with what opened the page.
    pub fn origin(self) -> LinkOrigin<'a> {
        match self {
            Self::Link(token) => LinkOrigin::Page(token),
            Self::Device(device) => LinkOrigin::Device(device),
        }
    }

    /// What must still be valid when something is stored that must not outlive it. Error: `link_not_found`.
    pub fn credential(self) -> Result<AccountCredential, Error> {
        match self {
            Self::Link(token) => mail_links::credential(token),
            Self::Device(device) => {
                Ok(AccountCredential::Device { account: device.account.id, id: device.id })
            }
        }
    }

    pub fn device(self) -> Option<&'a OpenedDevice> {
        match self {
            Self::Link(_) => None,
            Self::Device(device) => Some(device),
        }
    }

    /// The token that forms of the page send; links need none.
    pub fn form_token(self) -> Option<String> {
        self.device().map(OpenedDevice::form_token)
    }
}
