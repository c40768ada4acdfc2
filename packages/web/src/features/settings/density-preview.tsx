import { useT } from '../../lib/i18n.ts'
import { type Density, densities } from '../../lib/settings.ts'
import { PictureChoice } from '../../ui/choices.tsx'

export interface DensityPreviewProps {
  readonly value: Density
  readonly onChange: (density: Density) => void
}

export function DensityPreview({ value, onChange }: DensityPreviewProps) {
  const t = useT()
  const options = densities.map((density) => ({
    value: density,
    label: t(`settings.${density}`),
    picture: pictures[density],
  }))
  return <PictureChoice label={t('settings.density')} value={value} options={options} onChange={onChange} />
}

const pictures = {
  comfortable: <Tiles columns="grid-cols-3 gap-2" count={6} />,
  compact: <Tiles columns="grid-cols-5 gap-1" count={15} />,
  rows: <Lines />,
} as const

function Tiles({ columns, count }: { readonly columns: string; readonly count: number }) {
  return (
    <span className={`grid h-full content-center bg-surface p-2.5 ${columns}`}>
      {Array.from({ length: count }, (_, index) => index).map((tile) => (
        <span key={tile} className="block aspect-4/3 rounded-[3px] bg-acc opacity-60" />
      ))}
    </span>
  )
}

function Lines() {
  return (
    <span className="flex h-full flex-col justify-center gap-1 bg-surface p-2.5">
      {[1, 2, 3, 4].map((line) => (
        <span key={line} className="flex items-center gap-1.5">
          <span className="block h-2 w-3 rounded-[2px] bg-acc opacity-60" />
          <span className="block h-1 flex-1 rounded-full bg-line" />
        </span>
      ))}
    </span>
  )
}
