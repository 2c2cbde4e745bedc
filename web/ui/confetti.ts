/** A short burst, drawn on a canvas that removes itself. None for users who prefer reduced motion. */
const PARTICLES = 100
const SPREAD_DEGREES = 70
const DURATION_MS = 1_800
const COLORS = ['#FF6A2B', '#F3F8F0', '#45C486', '#FFD36B']

type Piece = { x: number; y: number; dx: number; dy: number; spin: number; color: string }

export function celebrate(): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return
  Object.assign(canvas.style, { position: 'fixed', inset: '0', zIndex: '90', pointerEvents: 'none' })
  canvas.width = window.innerWidth
  canvas.height = window.innerHeight
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  const pieces: Piece[] = Array.from({ length: PARTICLES }, (_, index) => {
    const angle = ((-90 + (Math.random() - 0.5) * SPREAD_DEGREES) * Math.PI) / 180
    const speed = 0.45 + Math.random() * 0.65
    return {
      x: canvas.width / 2,
      y: canvas.height * 0.6,
      dx: Math.cos(angle) * speed,
      dy: Math.sin(angle) * speed,
      spin: Math.random() * 6,
      color: COLORS[index % COLORS.length] ?? '#FF6A2B',
    }
  })
  const start = performance.now()
  const draw = (now: number): void => {
    const passed = now - start
    if (passed > DURATION_MS) {
      canvas.remove()
      return
    }
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.globalAlpha = 1 - passed / DURATION_MS
    for (const piece of pieces) {
      context.save()
      context.translate(piece.x + piece.dx * passed, piece.y + piece.dy * passed + 0.0006 * passed * passed)
      context.rotate(piece.spin + passed / 200)
      context.fillStyle = piece.color
      context.fillRect(-5, -3, 10, 6)
      context.restore()
    }
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}
