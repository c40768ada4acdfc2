import { encode } from 'uqr'

export interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** A QR code, dark on white in every theme, because scanners require it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-card bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
