import './skeleton-lines.css'

const WIDTHS = [62, 44, 71, 38, 55, 66, 47, 58]

/** Grey lines in the shape of a list that is on its way. */
export const SkeletonLines = ({ rows, tall = false }: { rows: number; tall?: boolean }) => (
  <div className="skeleton-lines" data-tall={tall || undefined} aria-hidden>
    {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key, row) => (
      <div key={key} className="skeleton-row">
        <span style={{ width: `${WIDTHS[row % WIDTHS.length] ?? 50}%` }} />
        <span style={{ width: `${(WIDTHS[(row + 3) % WIDTHS.length] ?? 50) * 0.6}%` }} />
      </div>
    ))}
  </div>
)
