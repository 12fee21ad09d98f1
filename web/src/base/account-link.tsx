import { wasPresent } from '../session/presence.js'
import { useTranslation } from '../texts/translation.js'
import { buttonLook } from '../ui/button.jsx'
import { cn } from '../ui/classes.js'

/** Leads to the portal from a page that needs no login: to log in, or back. */
export function AccountLink() {
  const { t } = useTranslation('common')
  return (
    <a href="/portal/" className={cn(buttonLook({ size: 'small' }))}>
      {t(wasPresent() ? 'toPortal' : 'logIn')}
    </a>
  )
}
