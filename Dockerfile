FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    LIBRARY_DATA=/data

RUN useradd --create-home --uid 10001 reader \
    && install --directory --owner reader --group reader /data
WORKDIR /app

# before the code, so that a change in the code does not install everything again
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt

COPY .streamlit/config.toml .streamlit/
COPY streamlit_app.py .
COPY pages pages
COPY rag rag

USER reader
VOLUME /data
EXPOSE 8501

# the first start may have a sample library to load
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]

# 0.0.0.0 is the container's own network: who reaches it is decided where its port is published
CMD ["python", "-m", "rag", "serve", "--host", "0.0.0.0", "--port", "8501"]
