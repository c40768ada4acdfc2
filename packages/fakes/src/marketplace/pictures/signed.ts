/** A JPEG with a comment after its first marker: the same picture, other bytes. */
export function signed(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment, 'latin1')
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}
