import { useId, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Table, Td, Th, Tr } from '../../ui/frame/table.jsx'
import { axisDayText } from '../../ui/values/dates.js'
import { countText } from '../../ui/values/formats.js'
import { axisTop } from './axis.js'
import type { StampOverview } from './start-queries.js'

type Day = StampOverview['days'][number]

const height = 100
/** Width of a day; its bar leaves a gap. */
const step = 10
const barWidth = 7
/** A day with a stamp is seen, however many another has. */
const leastHeight = 1.5

/** Stamps of the last thirty days as bars, and as a table on request. */
export function DaysChart({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('start')
  const [isTable, setTable] = useState(false)
  const tableId = useId()
  const language = i18n.language
  const total = days.reduce((sum, { stamps }) => sum + stamps, 0)
  const most = days.reduce((best, day) => (day.stamps > best.stamps ? day : best), days[0] ?? { date: '', stamps: 0 })
  const summary =
    total === 0
      ? t('days.none')
      : t('days.summary', {
          count: total,
          most: countText(language, most.stamps),
          day: axisDayText(language, most.date),
        })
  return (
    <section aria-labelledby="days">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="days" className="text-lg font-semibold">
          {t('days.title', { count: total })}
        </h2>
        <Button
          size="small"
          look="quiet"
          aria-expanded={isTable}
          aria-controls={tableId}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'days.hideTable' : 'days.showTable')}
        </Button>
      </div>
      <Bars days={days} summary={summary} />
      <div id={tableId} hidden={!isTable} className="mt-4 max-h-96 overflow-y-auto">
        {isTable ? <DaysTable days={days} /> : null}
      </div>
    </section>
  )
}

function Bars({ days, summary }: { days: readonly Day[]; summary: string }) {
  const { t, i18n } = useTranslation('start')
  const top = axisTop(Math.max(...days.map(({ stamps }) => stamps)))
  const [first, middle, last] = [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  return (
    <figure className="rounded-xl border border-line bg-raised px-4 pt-4 pb-3">
      <div className="relative h-40">
        {[top, top / 2, 0].map((value, at) => (
          <div
            key={value}
            aria-hidden="true"
            className="absolute inset-x-0 border-t border-line"
            style={{ top: `${at * 50}%` }}
          >
            <span className="tabular absolute -top-2 left-0 bg-raised pe-2 text-sm leading-4 text-soft">
              {countText(i18n.language, value)}
            </span>
          </div>
        ))}
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-y-0 right-0 left-12 h-full w-[calc(100%-3rem)]"
        >
          {days.map(({ date, stamps }, at) => {
            const tall = stamps === 0 ? 0 : Math.max(leastHeight, (stamps / top) * height)
            return (
              <g key={date}>
                <title>{`${axisDayText(i18n.language, date)}: ${countText(i18n.language, stamps)}`}</title>
                <rect x={at * step} y={0} width={step} height={height} fill="transparent" />
                <rect
                  x={at * step + (step - barWidth) / 2}
                  y={height - tall}
                  width={barWidth}
                  height={tall}
                  className={at === days.length - 1 ? 'fill-wood' : 'fill-edge'}
                />
              </g>
            )
          })}
        </svg>
      </div>
      <figcaption className="mt-2 flex justify-between gap-4 ps-12 text-sm text-soft">
        {[first, middle].map((day) => day && <span key={day.date}>{axisDayText(i18n.language, day.date)}</span>)}
        {last ? <span>{t('days.today')}</span> : null}
      </figcaption>
    </figure>
  )
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('start')
  return (
    <Table label={t('days.table')}>
      <thead>
        <tr>
          <Th>{t('days.day')}</Th>
          <Th className="text-end">{t('days.stamps')}</Th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, stamps }) => (
          <Tr key={date}>
            <Td className="py-1.5">{axisDayText(i18n.language, date)}</Td>
            <Td className="tabular py-1.5 text-end">{countText(i18n.language, stamps)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
