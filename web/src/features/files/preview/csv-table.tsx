import type { TableStart } from './csv.js'

/** The first rows of a file of separated values. */
export function CsvTable({ label, table: { head, rows } }: { label: string; table: TableStart }) {
  const cell = 'max-w-80 truncate border-b border-line px-3 py-1.5 text-start'
  return (
    <table aria-label={label} className="tabular w-full border-collapse text-sm">
      <thead className="sticky top-0 bg-raised">
        <tr>
          {head.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and may share a name
            <th key={at} scope="col" title={name} className={`${cell} font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <tr key={at}>
            {row.map((value, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <td key={column} title={value} className={cell}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
