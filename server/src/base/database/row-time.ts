/**
 * The database's time, for a row that is written: a process's clock may be wrong, and rows of several meet. In milliseconds, as a `Date`
 * has them, so a time that was read and shown still equals the row's.
 */
export const rowTime = "date_trunc('milliseconds', now())"
