/**
 * Draws the icons of an installed app from `public/icon.svg`. Run `node packages/web/icons.ts` after the drawing has changed,
 * and commit what it writes: browsers and systems that install an app want PNG.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const folder = new URL('./public/', import.meta.url)
const drawing = await readFile(new URL('icon.svg', folder), 'utf8')
/** Systems cut their own shape out of these, so that the color reaches the edges; the drawing is inside the safe circle. */
const square = drawing.replace('rx="16" ', '')
if (square === drawing) throw new Error('icon.svg has no corners to take away')

await draw(drawing, 192, 'icon-192.png')
await draw(drawing, 512, 'icon-512.png')
await draw(square, 192, 'icon-maskable-192.png')
await draw(square, 512, 'icon-maskable-512.png')
await draw(square, 180, 'apple-touch-icon.png')

async function draw(svg: string, size: number, name: string): Promise<void> {
  const density = (72 * size) / 64
  const image = sharp(Buffer.from(svg), { density }).resize(size, size).png({ palette: true, effort: 10 })
  await image.toFile(new URL(name, folder).pathname)
}
