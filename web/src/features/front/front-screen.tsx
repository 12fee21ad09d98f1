import { useEffect, useState } from 'react'
import { AccountLink } from '../../base/account-link.jsx'
import { network } from '../../base/network.js'
import { pageFacts } from '../../base/page-facts.js'
import { PublicFrame } from '../../base/public-frame.jsx'
import { prepareHashing } from '../../hashing/workers.js'
import { useTranslation } from '../../texts/translation.js'
import { usePageTitle } from '../../ui/frame/page-header.jsx'
import { LookUpPanel } from './look-up-panel.jsx'
import { SplitStick } from './split-stick.jsx'

const steps = ['drop', 'block', 'proof'] as const

/** The front page: what this is, and a first answer without an account. */
export function FrontScreen() {
  const { t } = useTranslation('front')
  usePageTitle(t('title'))
  useEffect(prepareHashing, [])
  return (
    <PublicFrame actions={<AccountLink />}>
      <section className="grid items-center gap-6 py-4 sm:py-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <h1 className="text-2xl leading-tight font-semibold">{t('title')}</h1>
          <p className="mt-4 max-w-prose text-lg text-soft">{t('lede')}</p>
        </div>
        <LookUpPanel />
      </section>
      <SplitStick />
      <section className="mt-10" aria-labelledby="how">
        <h2 id="how" className="sr-only">
          {t('how.title')}
        </h2>
        <ol className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
          {steps.map((step, at) => (
            <li key={step}>
              <h3 className="font-semibold">
                <span className="me-2 text-wood" aria-hidden="true">
                  {at + 1}
                </span>
                {t(`how.${step}.title`)}
              </h3>
              <p className="mt-1 text-soft">{t(`how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <NetworkState />
    </PublicFrame>
  )
}

/** The network, whether the service is ready to stamp on it, and who runs it. */
function NetworkState() {
  const { t } = useTranslation('front')
  const [isReady, setReady] = useState<boolean | null>(null)
  useEffect(() => {
    fetch('/readyz').then(
      ({ ok }) => setReady(ok),
      () => setReady(false),
    )
  }, [])
  const state = isReady === null ? 'network.asking' : isReady ? 'network.ready' : 'network.problem'
  const rows = [
    [t('network.chain'), network.name],
    [t('network.state'), t(state)],
    ...(pageFacts.operator.name ? [[t('network.operator'), pageFacts.operator.name]] : []),
  ]
  return (
    <section className="mt-10 rounded-xl border border-line bg-raised p-4" aria-labelledby="network">
      <h2 id="network" className="font-semibold">
        {t('network.title')}
      </h2>
      <dl className="mt-2 flex flex-wrap gap-x-10 gap-y-2">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
