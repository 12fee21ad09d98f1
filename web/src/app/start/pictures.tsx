import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 }
const upper =
  'M4 18L12 18L15 12L18 18L29 18L32 12L35 18L39 18L42 12L45 18L59 18L62 12L65 18L73 18L76 12L79 18L84 18L87 12L90 18L99 18L102 12L105 18L116 18L116 2L4 2Z'
const lower =
  'M4 36L12 36L15 42L18 36L29 36L32 42L35 36L39 36L42 42L45 36L59 36L62 42L65 36L73 36L76 42L79 36L84 36L87 42L90 36L99 36L102 42L105 36L116 36L116 52L4 52Z'

/** A document, the two halves of a tally stick apart, and the halves joined. */
const pictures: readonly { name: 'document' | 'halves' | 'joined'; drawing: ReactNode }[] = [
  {
    name: 'document',
    drawing: (
      <>
        <path d="M52 8h40l16 16v64H52z" {...line} />
        <path d="M92 8v16h16" {...line} />
        <path d="M64 40h32M64 52h32M64 64h20" {...line} opacity=".5" />
      </>
    ),
  },
  {
    name: 'halves',
    drawing: (
      <g transform="translate(20 20)" fill="currentColor">
        <path d={upper} />
        <path d={lower} opacity=".6" />
      </g>
    ),
  },
  {
    name: 'joined',
    drawing: (
      <>
        <g transform="translate(20 14)" fill="currentColor">
          <path d={upper} transform="translate(0 5)" />
          <path d={lower} transform="translate(0 -12)" opacity=".6" />
        </g>
        <path d="m68 78 8 8 16-18" {...line} className="text-moss" strokeWidth={3} strokeLinecap="round" />
      </>
    ),
  },
]

/** Explains in three pictures how a stamp comes to prove something. */
export function Pictures() {
  const { t } = useTranslation('start')
  return (
    <ol className="grid gap-6 sm:grid-cols-3 sm:gap-10">
      {pictures.map(({ name, drawing }) => (
        <li key={name} className="flex items-center gap-4 sm:block">
          <svg viewBox="0 0 160 96" aria-hidden="true" className="w-24 shrink-0 text-wood sm:-ms-3 sm:mb-3 sm:w-36">
            {drawing}
          </svg>
          <div>
            <h2 className="font-semibold">{t(`pictures.${name}`)}</h2>
            <p className="mt-0.5 text-sm text-soft">{t(`pictures.${name}Text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
