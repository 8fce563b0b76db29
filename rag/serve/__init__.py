"""The app as one server: Streamlit's pages and the HTTP routes on one port."""
