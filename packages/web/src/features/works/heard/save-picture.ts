/** Hands a drawn picture over as a file. */
import { pictureHeight, pictureWidth } from './year-picture.rules.ts'

export function saveSvg(svg: string, name: string): void {
  save(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
}

/** False where the browser cannot draw it. */
export async function savePng(svg: string, name: string): Promise<boolean> {
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
  if (blob) save(blob, `${name}.png`)
  return blob !== null
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
