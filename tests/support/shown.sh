# To be sourced from the root of the checkout.

# Passes on what it reads, and shows it. `tee /dev/stderr` would empty the file that standard error may be sent to.
shown() { tee >(cat >&2); }
