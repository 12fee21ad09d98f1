import { useTranslation } from '../../../texts/translation.js'
import { dayText } from '../../../ui/values/dates.js'
import { useQrPath } from '../../../ui/values/qr-path.js'

/** As large as the mark is at scale 1. */
const [width, height] = [220, 76]
const [ink, pale, brown, amber] = ['#20262e', '#595f6b', '#8a4717', '#e3a869']
/** Ten letters and digits, as every code has. */
const sampleCode = 'R7K3M 9QX2T'

/** A mark as copies show it: colours of paper in both themes. The code is a sample; each copy gets its own. */
export function MarkDrawing({ name }: { name: string }) {
  const { t, i18n } = useTranslation('copies')
  const qr = useQrPath(`${location.origin}/s/${sampleCode.replace(' ', '')}`, 0)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="pointer-events-none block h-full w-full">
      <rect
        x={0.5}
        y={0.5}
        width={width - 1}
        height={height - 1}
        rx={7}
        fill="#fff"
        stroke="#ccc7bf"
        strokeWidth={0.75}
      />
      <rect x={12} y={7.5} width={14} height={14} rx={3} fill={ink} />
      <path d="M13.7 11.5h10.5v2.2H13.7z" fill={amber} />
      <path d="M13.7 15.3h10.5v2.2H13.7z" fill="#fff" />
      <text x={31} y={18.4} fontSize={8} fontWeight={600} fill={brown}>
        {t('mark')}
      </text>
      <text x={12} y={42} fontSize={16} fontWeight={600} fill={ink}>
        {sampleCode}
      </text>
      <text x={12} y={name === '' ? 58 : 54} fontSize={8} fill={ink}>
        {dayText(i18n.language, new Date().toISOString())}
      </text>
      {name === '' ? null : (
        // Longer names get smaller, as in the copy.
        <text x={12} y={65} fontSize={Math.min(8, 264 / name.length)} fill={pale}>
          {name}
        </text>
      )}
      {qr ? <path d={qr.path} fill={ink} transform={`translate(152 8) scale(${60 / qr.size})`} /> : null}
    </svg>
  )
}
