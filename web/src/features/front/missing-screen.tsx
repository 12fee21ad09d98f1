import { AccountLink } from '../../base/account-link.jsx'
import { MissingPage } from '../../base/missing-page.jsx'
import { PublicFrame } from '../../base/public-frame.jsx'

/** The page at an address that has none. */
export function MissingScreen() {
  return (
    <PublicFrame actions={<AccountLink />}>
      <MissingPage home="/" />
    </PublicFrame>
  )
}
