export default function Page() {
  return (
    <main id="main" className="wrap py-10">
      <h1>dashboard/home</h1>
    </main>
  )
}
