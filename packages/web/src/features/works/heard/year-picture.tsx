import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useSettings } from '../../../lib/settings.ts'
import { Switch } from '../../../ui/switch.tsx'
import { drawYear, type YearPicture as Picture, pictureHeight, pictureWidth } from './year-picture.rules.ts'

export interface YearPictureProps {
  readonly year: number
  readonly picture: Omit<Picture, 'isDark'>
}

export function YearPicture({ year, picture }: YearPictureProps) {
  const t = useT()
  const [hasNames, setNames] = useState(true)
  const theme = useSettings((settings) => settings.theme)
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const svg = drawYear({ ...picture, lists: hasNames ? picture.lists : [], isDark })
  const name = `koedana-${year}`
  const png = async () => {
    if (!(await savePng(svg, name))) notify(t('statistics.notDrawn'), 'negative')
  }
  return (
    <section className="mt-8 grid gap-5 sm:grid-cols-[minmax(0,280px)_minmax(0,1fr)]">
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        alt={picture.title}
        className="w-full rounded-card border border-line"
      />
      <div>
        <h2 className="text-lg font-semibold tracking-tight">{t('statistics.picture')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('statistics.pictureHelp')}</p>
        <div className="mt-3 flex items-center gap-3 text-sm">
          <Switch label={t('statistics.names')} isOn={hasNames} onChange={setNames} />
          <span aria-hidden>{t('statistics.names')}</span>
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          <button type="button" className="btn-primary" onClick={() => void png()}>
            <IconDownload size={17} aria-hidden />
            {t('statistics.savePng')}
          </button>
          <button type="button" className="btn" onClick={() => saveSvg(svg, name)}>
            {t('statistics.saveSvg')}
          </button>
        </div>
      </div>
    </section>
  )
}

function saveSvg(svg: string, name: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
}

/** Resolves with false if the browser cannot render the SVG. */
async function savePng(svg: string, name: string): Promise<boolean> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  try {
    await image.decode()
  } catch {
    return false
  }
  const canvas = document.createElement('canvas')
  canvas.width = pictureWidth
  canvas.height = pictureHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveFile(blob, `${name}.png`)
  return blob !== null
}
