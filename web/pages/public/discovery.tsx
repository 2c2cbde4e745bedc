export default function Page() {
  return (
    <main id="main" className="wrap py-10">
      <h1>public/discovery</h1>
    </main>
  )
}
