/*===- Timeline.c - a simulation as JSON and as a picture -----------------===*\
|*
|* Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Host.h"
#include <ctype.h>

static const char *const kind_names[] = {"load", "unload", "execute", "wait"};

static const char *array_name(const struct prem_host *host,
                              const struct prem_host_event *event) {
  return event->array < 0 ? "" : host->arrays[event->array].name;
}

/*===----------------------------------------------------------------------===*\
|* JSON
\*===----------------------------------------------------------------------===*/

/** A JSON string of `text`; bytes of UTF-8 pass. */
static void write_string(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text; ++text) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(file, "\\%c", c);
    else if (c < 0x20)
      fprintf(file, "\\u%04x", c);
    else
      fputc(c, file);
  }
  fputc('"', file);
}

static void write_event(const struct prem_host *host, FILE *file,
                        const struct prem_host_event *event) {
  fprintf(
      file,
      "    {\"kind\": \"%s\", \"core\": %d, \"component\": %d, \"segment\": "
      "%d, \"begin\": %lld, \"end\": %lld",
      kind_names[event->kind], (int)event->core, (int)event->component,
      (int)event->segment, (long long)event->begin, (long long)event->end);
  if (event->kind == PREM_EVENT_EXECUTE)
    fprintf(file,
            ", \"calls\": %lld, \"operations\": %lld, \"interrupts\": %lld",
            (long long)event->calls, (long long)event->operations,
            (long long)event->interrupts);
  if (event->kind == PREM_EVENT_LOAD || event->kind == PREM_EVENT_UNLOAD) {
    fprintf(file, ", \"array\": ");
    write_string(file, array_name(host, event));
    fprintf(file,
            ", \"buffer\": %d, \"bytes\": %lld, \"lines\": %lld, \"bursts\": "
            "%lld",
            (int)event->buffer, (long long)event->bytes,
            (long long)event->lines, (long long)event->bursts);
  }
  fputc('}', file);
}

int32_t prem_host_write_json(const struct prem_host *host, FILE *file) {
  fprintf(file,
          "{\n  \"format\": \"polymem-prem-timeline\",\n  \"version\": 1,\n"
          "  \"clock-mhz\": %lld,\n  \"cores\": %d,\n  \"makespan\": %lld,\n"
          "  \"events\": [",
          (long long)host->machine.clock_mhz, (int)host->cores,
          (long long)host->makespan);
  for (int64_t i = 0; i < host->event_count; ++i) {
    fputs(i ? ",\n" : "\n", file);
    write_event(host, file, &host->events[i]);
  }
  fprintf(file, "\n  ]\n}\n");
  return fflush(file) != 0 || ferror(file);
}

/*===----------------------------------------------------------------------===*\
|* SVG
\*===----------------------------------------------------------------------===*/

enum { LEFT = 70, WIDTH = 1000, ROW = 34, BAR = 24, TOP = 40 };

static const char *const colours[] = {"#4f81bd", "#d9812b", "#6aa84f",
                                      "#e6e6e6"};

static void write_text(FILE *file, const char *text) {
  for (; *text; ++text) {
    if (*text == '<')
      fputs("&lt;", file);
    else if (*text == '&')
      fputs("&amp;", file);
    else if (!iscntrl((unsigned char)*text))
      fputc(*text, file);
  }
}

static double place(const struct prem_host *host, int64_t cycles) {
  double all = host->makespan > 0 ? (double)host->makespan : 1;
  return LEFT + WIDTH * (double)cycles / all;
}

/** A bar in the row of the engine, or of its core, with what it is as a
   tool-tip and, where there is room, inside. */
static void draw_event(const struct prem_host *host, FILE *file,
                       const struct prem_host_event *event) {
  int32_t is_transfer =
      event->kind == PREM_EVENT_LOAD || event->kind == PREM_EVENT_UNLOAD;
  int32_t row = is_transfer ? 0 : event->core + 1;
  double begin = place(host, event->begin), end = place(host, event->end);
  int y = TOP + row * ROW;
  fprintf(file,
          "<g><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" "
          "fill=\"%s\" stroke=\"white\" stroke-width=\"0.3\"/><title>",
          begin, y, end - begin, BAR, colours[event->kind]);
  fprintf(file, "%s", kind_names[event->kind]);
  if (is_transfer) {
    fputc(' ', file);
    write_text(file, array_name(host, event));
    fprintf(file, ", %lld bytes", (long long)event->bytes);
  }
  fprintf(file, ", core %d, component %d, segment %d: %lld to %lld</title>",
          (int)event->core, (int)event->component, (int)event->segment,
          (long long)event->begin, (long long)event->end);
  if (event->kind != PREM_EVENT_WAIT && end - begin > 24) {
    fprintf(file,
            "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\" fill=\"white\">",
            (begin + end) / 2, y + 16);
    if (is_transfer)
      fprintf(file, "%d", (int)event->core);
    else
      fprintf(file, "%d", (int)event->segment);
    fputs("</text>", file);
  }
  fputs("</g>\n", file);
}

int32_t prem_host_write_svg(const struct prem_host *host, FILE *file) {
  int height = TOP + (host->cores + 1) * ROW + 40;
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
          "font-family=\"sans-serif\" font-size=\"11\">\n"
          "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
          LEFT + WIDTH + 30, height, LEFT + WIDTH + 30, height);
  for (int i = 0; i < 4; ++i)
    fprintf(file,
            "<rect x=\"%d\" y=\"10\" width=\"14\" height=\"14\" fill=\"%s\"/>"
            "<text x=\"%d\" y=\"21\">%s</text>\n",
            LEFT + i * 90, colours[i], LEFT + i * 90 + 19, kind_names[i]);
  fprintf(file,
          "<text x=\"%d\" y=\"21\" fill=\"#666\">in bars: the core of a "
          "transfer, the segment of a core</text>\n",
          LEFT + 370);
  for (int32_t row = 0; row <= host->cores; ++row) {
    fprintf(file, "<text x=\"8\" y=\"%d\">", TOP + row * ROW + 16);
    if (row == 0)
      fputs("DMA", file);
    else
      fprintf(file, "core %d", (int)(row - 1));
    fputs("</text>\n", file);
  }
  for (int64_t i = 0; i < host->event_count; ++i)
    draw_event(host, file, &host->events[i]);
  for (int i = 0; i <= 4; ++i) {
    int64_t cycles = host->makespan * i / 4;
    double x = place(host, cycles);
    fprintf(file,
            "<path d=\"M%.2f %d V%d\" stroke=\"#999\" stroke-width=\"0.5\"/>"
            "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%lld</text>\n",
            x, TOP - 4, height - 32, x, height - 18, (long long)cycles);
  }
  fprintf(
      file,
      "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">cycles</text>\n</svg>\n",
      LEFT + WIDTH / 2, height - 4);
  return fflush(file) != 0 || ferror(file);
}
