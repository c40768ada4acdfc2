import { useFormat } from '../../../lib/format.ts'
import type { Box, Plot } from './plot.rules.ts'
import { placeBetween } from './scale.rules.ts'

export interface AxesProps {
  readonly plot: Plot
  readonly box: Box
  /** The days at both ends. */
  readonly first: string | undefined
  readonly last: string | undefined
}

/** Sales at the left with a hairline each, price at the right, the first and the last day below. */
export function Axes({ plot, box, first, last }: AxesProps) {
  const format = useFormat()
  const { left, right, top, bottom } = box
  const heightOf = (value: number, scale: Plot['sales']) => placeBetween(value, scale, [bottom, top])
  return (
    <g className="fill-mut text-[11px]">
      {plot.salesDots.length > 0 &&
        plot.sales.ticks.map((tick) => {
          const y = heightOf(tick, plot.sales)
          return (
            <g key={tick}>
              <line x1={left} x2={right} y1={y} y2={y} className="stroke-line" />
              <text x={left - 8} y={y + 4} textAnchor="end" className="fill-acc">
                {format.compact(tick)}
              </text>
            </g>
          )
        })}
      {plot.priceDots.length > 0 &&
        plot.price.ticks.map((tick) => (
          <text key={tick} x={right + 8} y={heightOf(tick, plot.price) + 4}>
            {format.price(tick)}
          </text>
        ))}
      <text x={left} y={bottom + 20}>
        {first && format.date(first)}
      </text>
      <text x={right} y={bottom + 20} textAnchor="end">
        {last && format.date(last)}
      </text>
    </g>
  )
}
