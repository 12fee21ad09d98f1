import { type MarkPlace, markArea, type Size } from '@tallystick/sdk/copy'
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { percentText } from '../../../ui/values/formats.js'
import { MarkDrawing } from './mark-drawing.jsx'

interface MarkPlacerProps {
  /** In the mark; empty for none. */
  name: string
  place: MarkPlace | 'own page'
  /** Size of the page. */
  page: Size
  /** Name of the document that the page is of. */
  of: string
  onChange: (place: MarkPlace) => void
}

/** Fractions of the page that a key moves the mark, or makes it larger. */
const [step, largeStep] = [0.01, 0.1]
/** Widths of the mark, as fractions of the page's. */
const [widthMin, widthMax] = [0.2, 0.9]

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The mark on the outline of a page, in true proportion: moved by pointer or keys. */
export function MarkPlacer({ name, place, page, of, onChange }: MarkPlacerProps) {
  const { t, i18n } = useTranslation('copies')
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  /** Where the pointer holds the mark, from its corner, in pixels. */
  const held = useRef<{ x: number; y: number } | null>(null)
  const { left, top, width, height } = markArea(place, page)
  const [x, y] = [left / page.width, top / page.height]
  const isOwn = place === 'own page'
  const moveTo = (x: number, y: number) => {
    if (place === 'own page') return
    const moved = { ...place, x, y }
    const area = markArea(moved, page)
    onChange({ ...moved, x: area.left / page.width, y: area.top / page.height })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const by = event.shiftKey ? largeStep : step
    moveTo(x + move[0] * by, y + move[1] * by)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const corner = event.currentTarget.getBoundingClientRect()
    held.current = { x: event.clientX - corner.left, y: event.clientY - corner.top }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent) => {
    const box = sheet.current?.getBoundingClientRect()
    if (!box || !held.current) return
    moveTo(
      (event.clientX - held.current.x - box.left) / box.width,
      (event.clientY - held.current.y - box.top) / box.height,
    )
  }
  const release = () => {
    held.current = null
  }
  const style = {
    left: `${x * 100}%`,
    top: `${y * 100}%`,
    width: `${(width / page.width) * 100}%`,
    height: `${(height / page.height) * 100}%`,
  }
  return (
    <div className="flex w-full flex-col gap-3 md:w-64">
      <div className="flex h-80 items-center justify-center rounded-lg bg-sunken p-4">
        <div
          ref={sheet}
          className="relative max-h-full max-w-full bg-white shadow-card"
          style={{
            aspectRatio: `${page.width} / ${page.height}`,
            [page.width > page.height ? 'width' : 'height']: '100%',
          }}
        >
          <div className="absolute" style={style}>
            <MarkDrawing name={name} />
            {isOwn ? null : (
              <button
                type="button"
                aria-label={t('place.mark', {
                  left: percentText(i18n.language, x),
                  top: percentText(i18n.language, y),
                })}
                aria-describedby={`${id}-hint`}
                className="absolute inset-0 cursor-move touch-none rounded-sm"
                onKeyDown={onKeyDown}
                onPointerDown={onPointerDown}
                onPointerMove={onPointerMove}
                onPointerUp={release}
                onPointerCancel={release}
              />
            )}
          </div>
        </div>
      </div>
      <p id={`${id}-hint`} className="text-sm text-soft">
        {t(isOwn ? 'place.ownHint' : 'place.hint')}
      </p>
      {isOwn ? null : (
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          {t('size')}
          <input
            type="range"
            min={widthMin}
            max={widthMax}
            step={step}
            value={place.width}
            aria-valuetext={t('sizeIs', { percent: percentText(i18n.language, width / page.width) })}
            className="accent-ink"
            onChange={(event) => onChange({ ...place, width: Number(event.target.value) })}
          />
        </label>
      )}
      <p className="truncate text-sm text-soft" title={of}>
        {t('place.of', { name: of })}
      </p>
    </div>
  )
}
